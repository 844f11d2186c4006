import type { SecondFactor } from '@portal/contract'
import { type RawBuilder, sql } from 'kysely'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import { NEWEST } from '../database/cursor.ts'
import { type Db, speaksPostgres } from '../database/database.ts'
import type { DeviceFingerprints } from './device.ts'
import type { Session } from './session.ts'

export const sessionColumns = [
  'id',
  'player_id as playerId',
  'device',
  'agent',
  'ip',
  'signed_in_with as signedInWith',
  'counter',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'expires_at as expiresAt',
] as const

type NewSession = Session & DeviceFingerprints & { secondFactor: SecondFactor | null }

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await insertRow(db, session)
}

const insertRow = compiledQuery((db, session: Params<NewSession>) =>
  db.insertInto('session').values({
    ...rowOf(session),
    cookie_mark: session.cookieMark,
    place_mark: session.placeMark,
    second_factor: session.secondFactor,
  }),
)

export function rowOf(session: Params<Session>) {
  return {
    id: session.id,
    player_id: session.playerId,
    device: session.device,
    agent: session.agent,
    ip: session.ip,
    counter: session.counter,
    replacements: '[]',
    created_at: session.createdAt,
    updated_at: session.updatedAt,
    expires_at: session.expiresAt,
    signed_in_with: session.signedInWith,
  }
}

type SessionKey = { playerId: string; id: string; now: number }

export async function findOpenSession(db: Db, key: SessionKey): Promise<Session | undefined> {
  const [row] = (await selectOpenSession(db, key)).rows
  return row
}

const selectOpenSession = compiledQuery((db, key: Params<SessionKey>) =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('id', '=', key.id)
    .where('player_id', '=', key.playerId)
    .where('expires_at', '>', key.now),
)

type SessionPage = {
  now: number
  limit: number
  after: readonly [at: number, id: string] | undefined
}

/**
 * Lists the open sessions of a player, most recently used first. A list that fits on one page is sorted here, because
 * SQLite needs five times as long to sort it as to read it.
 */
export async function listSessions(
  db: Db,
  playerId: string,
  page: SessionPage,
): Promise<Session[]> {
  const { now, limit, after } = page
  if (!after) {
    const { rows } = await selectUnordered(db, { playerId, now, limit })
    if (rows.length < limit) return rows.sort(lastUsedFirst)
  }
  const [at, id] = after ?? NEWEST
  return (await selectSessions(db, { playerId, now, limit, at, id })).rows
}

function lastUsedFirst(one: Session, other: Session): number {
  return other.updatedAt - one.updatedAt || (other.id < one.id ? -1 : 1)
}

const selectUnordered = compiledQuery(
  (db, { playerId, now, limit }: Params<Omit<SessionCursor, 'at' | 'id'>>) =>
    db
      .selectFrom('session')
      .select(sessionColumns)
      .where('player_id', '=', playerId)
      .where('expires_at', '>', now)
      .limit(limit),
)

type SessionCursor = { playerId: string; now: number; limit: number; at: number; id: string }

const selectSessions = compiledQuery((db, cursor: Params<SessionCursor>) =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('player_id', '=', cursor.playerId)
    .where('expires_at', '>', cursor.now)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updated_at', 'id'), '<', tuple(cursor.at, cursor.id)),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(cursor.limit),
)

export type ClosedSession = { id: string; playerId: string; device: string } & {
  [Mark in keyof DeviceFingerprints]: string | null
}

const closedColumns = [
  'id',
  'device',
  'player_id as playerId',
  'cookie_mark as cookieMark',
  'place_mark as placeMark',
] as const

/** Closes a session of any player. @returns the session, but only to the call that closed it */
export async function deleteSession(db: Db, id: string): Promise<ClosedSession | undefined> {
  return db.deleteFrom('session').where('id', '=', id).returning(closedColumns).executeTakeFirst()
}

/** Closes an open session of this player. @returns the session, but only to the call that closed it */
export async function deleteSessionOf(db: Db, key: SessionKey): Promise<ClosedSession | undefined> {
  return db
    .deleteFrom('session')
    .where('id', '=', key.id)
    .where('player_id', '=', key.playerId)
    .where('expires_at', '>', key.now)
    .returning(closedColumns)
    .executeTakeFirst()
}

export async function deleteSessions(
  db: Db,
  playerId: string,
  except?: string,
): Promise<ClosedSession[]> {
  return db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('id', '!=', except ?? '')
    .returning(closedColumns)
    .execute()
}

/** Counts the sessions of a player, including expired ones. The query reads only an index. */
export async function countSessions(db: Db, playerId: string): Promise<number> {
  return Number((await countOf(db, { playerId })).rows[0]?.count)
}

const countOf = compiledQuery((db, { playerId }: Params<{ playerId: string }>) =>
  db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId),
)

type Surplus = { playerId: string; except: string; keep: number; limit: number; now: number }

/**
 * In one statement, closes at most `limit` open sessions of a player. Keeps `except` and the `keep` most recently used
 * of the others.
 */
export async function deleteSurplusSessions(db: Db, surplus: Surplus): Promise<ClosedSession[]> {
  return (await deleteLeastRecent(db, surplus)).rows
}

const deleteLeastRecent = compiledQuery(
  (db, { playerId, except, keep, limit, now }: Params<Surplus>) =>
    db
      .deleteFrom('session')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('session')
          .select('id')
          .where('player_id', '=', playerId)
          .where('id', '!=', except)
          .where('expires_at', '>', now)
          .orderBy('updated_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(keep),
      )
      .returning(closedColumns),
)

/** Closes the sessions of all players, and records an event for each, in one statement. @returns how many there were */
export async function deleteEverySession(db: Db, now: number): Promise<number> {
  await sql`
    insert into event (id, type, at, player_id, username, actor_kind, data)
    select ${'session.closed:'} || session.id, 'session.closed', ${now}, session.player_id,
      player.username, 'command', ${closedSessionData(db)}
    from session join player on player.id = session.player_id
    where exists (select 1 from event_consumer where expires_at is null or expires_at > ${now})
  `.execute(db)
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst()
  return Number(numDeletedRows)
}

function closedSessionData(db: Db): RawBuilder<string> {
  const build = speaksPostgres(db) ? 'json_build_object' : 'json_object'
  const json = sql`${sql.raw(build)}('session', session.id, 'device', session.device)`
  return sql<string>`cast(${json} as text)`
}
