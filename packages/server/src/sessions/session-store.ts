import type { SecondFactor } from '@portal/contract'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import { NEWEST } from '../database/cursor.ts'
import type { Db } from '../database/database.ts'
import type { DeviceMarks } from './device.ts'
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

type NewSession = Session & DeviceMarks & { secondFactor: SecondFactor | null }

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

/** Lists what every session has, whatever began it (integrations/yggdrasil/game-session-store.ts). */
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

type Owned = { playerId: string; id: string; now: number }

/** Finds an open session of this player. */
export async function findOpenSession(db: Db, owned: Owned): Promise<Session | undefined> {
  const [row] = (await selectOpenSession(db, owned)).rows
  return row
}

const selectOpenSession = compiledQuery((db, owned: Params<Owned>) =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('id', '=', owned.id)
    .where('player_id', '=', owned.playerId)
    .where('expires_at', '>', owned.now),
)

type Wanted = { now: number; limit: number; after: readonly [at: number, id: string] | undefined }

/**
 * Lists the open sessions of a player, last used first, starting after `after`. The few that nearly
 * everybody has are put in order here, because SQLite takes five times as long for that as for
 * reading them.
 */
export async function listSessions(db: Db, playerId: string, wanted: Wanted): Promise<Session[]> {
  const { now, limit, after } = wanted
  if (!after) {
    const { rows } = await selectAny(db, { playerId, now, limit })
    if (rows.length < limit) return rows.sort(lastUsedFirst)
  }
  const [at, id] = after ?? NEWEST
  return (await selectSessions(db, { playerId, now, limit, at, id })).rows
}

function lastUsedFirst(one: Session, other: Session): number {
  return other.updatedAt - one.updatedAt || (other.id < one.id ? -1 : 1)
}

/** Any of the open sessions of a player. */
const selectAny = compiledQuery((db, { playerId, now, limit }: Params<Omit<Place, 'at' | 'id'>>) =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .limit(limit),
)

type Place = { playerId: string; now: number; limit: number; at: number; id: string }

const selectSessions = compiledQuery((db, place: Params<Place>) =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('player_id', '=', place.playerId)
    .where('expires_at', '>', place.now)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updated_at', 'id'), '<', tuple(place.at, place.id)),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(place.limit),
)

/** Whose session it was, and the marks of the device it began on (null when not recorded). */
export type ClosedSession = { playerId: string } & {
  [Mark in keyof DeviceMarks]: string | null
}

const closedColumns = [
  'player_id as playerId',
  'cookie_mark as cookieMark',
  'place_mark as placeMark',
] as const

/** Closes anybody's session. @returns it, only to the one call that closed it. */
export async function deleteSession(db: Db, id: string): Promise<ClosedSession | undefined> {
  return db.deleteFrom('session').where('id', '=', id).returning(closedColumns).executeTakeFirst()
}

/** Closes an open session of this player. @returns it, only to the one call that closed it. */
export async function deleteSessionOf(db: Db, owned: Owned): Promise<ClosedSession | undefined> {
  return db
    .deleteFrom('session')
    .where('id', '=', owned.id)
    .where('player_id', '=', owned.playerId)
    .where('expires_at', '>', owned.now)
    .returning(closedColumns)
    .executeTakeFirst()
}

/** Closes every session of a player, except `except`. @returns how many. */
export async function deleteSessions(db: Db, playerId: string, except?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .where('id', '!=', except ?? '')
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Counts the sessions of a player, with those that are over. It reads only an index. */
export async function countSessions(db: Db, playerId: string): Promise<number> {
  return Number((await countOf(db, { playerId })).rows[0]?.count)
}

const countOf = compiledQuery((db, { playerId }: Params<{ playerId: string }>) =>
  db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('player_id', '=', playerId),
)

type Surplus = { playerId: string; except: string; keep: number; atMost: number; now: number }

/**
 * Closes at most `atMost` open sessions of a player, but neither `except` nor the `keep` that were used
 * last. One statement selects and closes them. @returns how many.
 */
export async function deleteSurplus(db: Db, surplus: Surplus): Promise<number> {
  return (await deleteOldest(db, surplus)).changed
}

const deleteOldest = compiledQuery((db, { playerId, except, keep, atMost, now }: Params<Surplus>) =>
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
        .limit(atMost)
        .offset(keep),
    ),
)

/** Closes the sessions of all players. @returns how many there were. */
export async function deleteEverySession(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst()
  return Number(numDeletedRows)
}
