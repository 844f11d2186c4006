import { compiledQuery } from '../platform/compiled-query.ts'
import type { Db } from '../platform/database.ts'
import type { DeviceMarks } from './device.ts'
import type { Replacement } from './replacements.ts'
import type { Session } from './session.ts'

const sessionColumns = [
  'id',
  'player_id as playerId',
  'device',
  'agent',
  'ip',
  'counter',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'expires_at as expiresAt',
] as const

export async function insertSession(db: Db, session: Session & DeviceMarks): Promise<void> {
  await insertRow(db, session)
}

const insertRow = compiledQuery((db, session: Session & DeviceMarks) =>
  db.insertInto('session').values({
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
    cookie_mark: session.cookieMark,
    place_mark: session.placeMark,
  }),
)

const selectSession = compiledQuery((db, id: string) =>
  db
    .selectFrom('session')
    .select([...sessionColumns, 'replacements'])
    .where('id', '=', id),
)

/** A session and when its last tokens were replaced, whether it is over or not. */
export async function findSession(
  db: Db,
  id: string,
): Promise<(Session & { replacements: Replacement[] }) | undefined> {
  const [row] = (await selectSession(db, id)).rows
  return row && { ...row, replacements: JSON.parse(row.replacements) }
}

export type TokenStep = {
  sessionId: string
  /** The counter of the token that is presented. */
  counter: number
  /** The counter from now on. */
  nextCounter: number
  replacements: readonly Replacement[]
  client: { device: string; agent: string; ip: string }
  now: number
  expiresAt: number
}

/**
 * Moves a live session to its next token. One statement does it, so of any number of requests that
 * race with the same token only one gets through. @returns whether this was it.
 */
export async function advanceCounter(db: Db, step: TokenStep): Promise<boolean> {
  const { client, ...rest } = step
  const replacements = JSON.stringify(step.replacements)
  return (await updateCounter(db, { ...rest, ...client, replacements })).changed > 0
}

type SteppedRow = Omit<TokenStep, 'client' | 'replacements'> &
  TokenStep['client'] & { replacements: string }

const updateCounter = compiledQuery((db, step: SteppedRow) =>
  db
    .updateTable('session')
    .set({
      counter: step.nextCounter,
      replacements: step.replacements,
      device: step.device,
      agent: step.agent,
      ip: step.ip,
      updated_at: step.now,
      expires_at: step.expiresAt,
    })
    .where('id', '=', step.sessionId)
    .where('counter', '=', step.counter)
    .where('expires_at', '>', step.now),
)

/** Live sessions of a player, last used first. */
export async function listSessions(db: Db, playerId: string, now: number): Promise<Session[]> {
  return (await selectSessions(db, playerId, now)).rows
}

const selectSessions = compiledQuery((db, playerId: string, now: number) =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id'),
)

/** Whose session it was, and by what the device it began on is known (null: not written down). */
export type ClosedSession = { playerId: string } & {
  [Mark in keyof DeviceMarks]: string | null
}

const closedColumns = [
  'player_id as playerId',
  'cookie_mark as cookieMark',
  'place_mark as placeMark',
] as const

/** Closes a session, whoever's. @returns it to the one call that closed it. */
export async function deleteSession(db: Db, id: string): Promise<ClosedSession | undefined> {
  return db.deleteFrom('session').where('id', '=', id).returning(closedColumns).executeTakeFirst()
}

/** Closes a live session of this player. @returns it to the one call that closed it. */
export async function deleteSessionOf(
  db: Db,
  owned: { playerId: string; id: string; now: number },
): Promise<ClosedSession | undefined> {
  return db
    .deleteFrom('session')
    .where('id', '=', owned.id)
    .where('player_id', '=', owned.playerId)
    .where('expires_at', '>', owned.now)
    .returning(closedColumns)
    .executeTakeFirst()
}

/** Closes every session of a player, but the one named in `except`. @returns how many. */
export async function deleteSessions(db: Db, playerId: string, except?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('player_id', '=', playerId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Of all players. @returns how many sessions there were. */
export async function deleteEverySession(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
}
