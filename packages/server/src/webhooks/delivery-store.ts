import { sql } from 'kysely'
import { NEWEST } from '../database/cursor.ts'
import type { Db } from '../database/database.ts'
import type { Delivery } from './webhook.ts'

const EVENTS_AT_ONCE = 500
const DELETED_AT_ONCE = 5000

const columns = [
  'id',
  'webhook_id as webhookId',
  'event_number as eventNumber',
  'event_id as eventId',
  'type',
  'order_key as orderKey',
  'created_at as createdAt',
  'state',
  'tries',
  'next_at as nextAt',
  'attempted_at as attemptedAt',
  'status',
  'duration',
  'answer',
] as const

/**
 * Creates deliveries of new events: one for each webhook that receives the type of the event. Progress and deliveries
 * are in one transaction, so no event is lost or delivered twice when a process is killed.
 * @returns whether there may be more events
 */
export async function addDeliveries(db: Db, lastNumber: number, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { position } = await tx
      .updateTable('event_progress')
      .set((eb) => ({ position: eb.ref('position') })) // changes nothing, but locks the row
      .where('name', '=', 'webhooks')
      .returning('position')
      .executeTakeFirstOrThrow()
    const until = Math.min(position + EVENTS_AT_ONCE, lastNumber)
    if (until <= position) return false
    await sql`
      insert into webhook_delivery
        (id, webhook_id, event_number, event_id, type, order_key, created_at, state, tries, next_at)
      select webhook.id || '.' || event.number, webhook.id, event.number, event.id, event.type,
        coalesce(event.player_id, ''), cast(${now} as bigint), 'waiting', 0, cast(${now} as bigint)
      from event join webhook on event.seq > webhook.after_seq
        and (webhook.events = '' or webhook.events like '%,' || event.type || ',%')
      where webhook.disabled_at is null and event.number > ${position} and event.number <= ${until}
    `.execute(tx)
    await tx
      .updateTable('event_progress')
      .set({ position: until })
      .where('name', '=', 'webhooks')
      .execute()
    return until < lastNumber
  })
}

/**
 * Lists due deliveries of a webhook, oldest events first. While an older delivery of a player waits, the player's newer
 * ones are not due.
 * @param busyKeys the players who have a delivery in progress; their deliveries are left out
 */
export async function listDueDeliveries(
  db: Db,
  webhookId: string,
  { now, limit, busyKeys }: { now: number; limit: number; busyKeys: readonly string[] },
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_delivery as delivery')
    .select(columns)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .$if(busyKeys.length > 0, (query) => query.where('order_key', 'not in', busyKeys))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery as older')
            .select('older.id')
            .whereRef('older.webhook_id', '=', 'delivery.webhook_id')
            .whereRef('older.order_key', '=', 'delivery.order_key')
            .where('older.state', '=', 'waiting')
            .whereRef('older.event_number', '<', 'delivery.event_number'),
        ),
      ),
    )
    .orderBy('event_number')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

export async function insertDelivery(db: Db, delivery: Delivery): Promise<void> {
  await db
    .insertInto('webhook_delivery')
    .values({
      id: delivery.id,
      webhook_id: delivery.webhookId,
      event_number: delivery.eventNumber,
      event_id: delivery.eventId,
      type: delivery.type,
      order_key: delivery.orderKey,
      created_at: delivery.createdAt,
      state: delivery.state,
      tries: delivery.tries,
      next_at: delivery.nextAt,
      attempted_at: delivery.attemptedAt,
      status: delivery.status,
      duration: delivery.duration,
      answer: delivery.answer,
    })
    .execute()
}

/**
 * Records an attempt, unless another process recorded one in the meantime.
 * @returns whether it was recorded
 */
export async function updateDelivery(
  db: Db,
  delivery: Delivery,
  formerTries: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      state: delivery.state,
      tries: delivery.tries,
      next_at: delivery.nextAt,
      attempted_at: delivery.attemptedAt,
      status: delivery.status,
      duration: delivery.duration,
      answer: delivery.answer,
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'waiting')
    .where('tries', '=', formerTries)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Queues a delivery again, with all its retries.
 * @returns false if there is no such delivery, or its event is no longer stored
 */
export async function restartDelivery(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, next_at: now })
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event')
          .select('event.seq')
          .whereRef('event.number', '=', 'webhook_delivery.event_number'),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function failWaiting(tx: Db, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toDelivery(row)
}

export async function listDeliveries(
  db: Db,
  webhookId: string,
  page: { before: readonly [createdAt: number, id: string] | undefined; limit: number },
): Promise<Delivery[]> {
  const [at, id] = page.before ?? NEWEST
  const rows = await db
    .selectFrom('webhook_delivery')
    .select(columns)
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map(toDelivery)
}

export async function countWaiting(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .select((eb) => ['webhook_id', eb.fn.countAll<number>().as('count')])
    .where('state', '=', 'waiting')
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map(({ webhook_id, count }) => [webhook_id, Number(count)]))
}

/** Deletes old deliveries in short statements. */
export async function deleteOldDeliveries(db: Db, before: number): Promise<void> {
  const old = db.selectFrom('webhook_delivery').select('id').where('created_at', '<', before)
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_delivery')
      .where('id', 'in', old.limit(DELETED_AT_ONCE))
      .executeTakeFirst()
    if (numDeletedRows < DELETED_AT_ONCE) return
  }
}

function toDelivery(row: Omit<Delivery, 'state'> & { state: string }): Delivery {
  const { state } = row
  return { ...row, state: state === 'delivered' || state === 'failed' ? state : 'waiting' }
}
