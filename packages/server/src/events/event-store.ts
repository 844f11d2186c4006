import { type SqlBool, sql } from 'kysely'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../database/database.ts'
import type { NewEvent, StoredEvent } from './event.ts'

/** The channel on which PostgreSQL notifies other processes of numbered events. */
export const EVENT_CHANNEL = 'portal_events'

const NUMBERED_AT_ONCE = 1000
const DELETED_AT_ONCE = 5000

/**
 * Records an event in the transaction, if there is a reader. The statement itself checks for a reader, so a reader that
 * another process has just added misses no later change.
 * @returns whether the event was recorded
 */
export async function insertEvent(tx: Db, event: NewEvent): Promise<boolean> {
  return (await insertRow(tx, event)).changed > 0
}

const insertRow = compiledQuery((db, event: Params<NewEvent>) =>
  db
    .insertInto('event')
    .columns([
      'id',
      'type',
      'at',
      'player_id',
      'username',
      'actor_kind',
      'actor_id',
      'actor_name',
      'data',
    ])
    .expression(
      db
        .selectNoFrom([
          sql<string>`cast(${event.id} as text)`.as('id'),
          sql<string>`cast(${event.type} as text)`.as('type'),
          sql<number>`cast(${event.at} as bigint)`.as('at'),
          sql<string | null>`cast(${event.playerId} as text)`.as('player_id'),
          sql<string | null>`(select username from player where id = ${event.playerId})`.as(
            'username',
          ),
          sql<string>`cast(${event.actorKind} as text)`.as('actor_kind'),
          sql<string | null>`cast(${event.actorId} as text)`.as('actor_id'),
          sql<string | null>`coalesce(
            (select username from player where id = ${event.actorId}),
            (select name from api_key where id = ${event.actorId}),
            case when ${event.actorKind} = 'purchase' then ${event.actorId} end)`.as('actor_name'),
          sql<string>`cast(${event.data} as text)`.as('data'),
        ])
        .where(
          sql<SqlBool>`exists (select 1 from event_consumer
            where expires_at is null or expires_at > cast(${event.at} as bigint))`,
        ),
    ),
)

/** Returns the number of the newest event, and whether there are committed events without a number. */
export async function readNumbering(
  db: Db,
): Promise<{ lastNumber: number; hasUnnumbered: boolean }> {
  const [row] = (await selectNumbering(db, {})).rows
  return { lastNumber: row?.position ?? 0, hasUnnumbered: row?.unnumbered === 1 }
}

const selectNumbering = compiledQuery((db, _: Params<Record<never, never>>) =>
  db
    .selectFrom('event_progress')
    .select('position')
    .select(
      sql<number>`case when exists (select 1 from event where number is null) then 1 else 0 end`.as(
        'unnumbered',
      ),
    )
    .where('name', '=', 'numbered'),
)

/**
 * Numbers committed events in the order in which they were inserted. An event that was inserted early but committed
 * late gets a later number. So readers who resume by number never miss an event, and an open transaction does not delay
 * the events of others. The lock of a row lets only one process do this at a time, until its commit, so numbers become
 * visible in their order.
 * @returns how many events were numbered; there may be more
 */
export async function numberEvents(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { position } = await tx
      .updateTable('event_progress')
      .set((eb) => ({ position: eb.ref('position') }))
      .where('name', '=', 'numbered')
      .returning('position')
      .executeTakeFirstOrThrow()
    // A statement of its own, so that it sees everything that was committed before the lock was obtained.
    const { numAffectedRows = 0n } = await sql`
      update event set number = fresh.number
      from (
        select seq, cast(${position} as bigint) + row_number() over (order by seq) as number
        from event where number is null order by seq limit ${sql.lit(NUMBERED_AT_ONCE)}
      ) as fresh
      where event.seq = fresh.seq`.execute(tx)
    if (numAffectedRows === 0n) return 0
    await tx
      .updateTable('event_progress')
      .set({ position: position + Number(numAffectedRows) })
      .where('name', '=', 'numbered')
      .execute()
    if (speaksPostgres(tx)) await sql`select pg_notify(${EVENT_CHANNEL}, '')`.execute(tx)
    return Number(numAffectedRows)
  })
}

const eventColumns = [
  'number',
  'id',
  'type',
  'at',
  'player_id as playerId',
  'username',
  'actor_kind as actorKind',
  'actor_id as actorId',
  'actor_name as actorName',
  'data',
] as const

export async function listEvents(db: Db, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('event')
    .select(eventColumns)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, number: row.number ?? 0 }))
}

export async function findEvent(db: Db, number: number): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('event')
    .select(eventColumns)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && { ...row, number }
}

/** Returns the number of the oldest stored event; the next number if no event is stored. */
export async function findOldestNumber(db: Db): Promise<number> {
  const row = await db
    .selectFrom('event')
    .select((eb) => eb.fn.min('number').as('number'))
    .executeTakeFirst()
  return row?.number ?? (await readNumbering(db)).lastNumber + 1
}

export async function deleteOldEvents(
  db: Db,
  before: number,
  batchSize = DELETED_AT_ONCE,
): Promise<void> {
  const oldest = db.selectFrom('event').select('seq').where('at', '<', before).orderBy('seq')
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('event')
      .where('seq', 'in', oldest.limit(batchSize))
      .executeTakeFirst()
    if (numDeletedRows < batchSize) return
  }
}
