import { type Actor, COMMAND } from '../audit/actor.ts'
import { type ChangeNeeds, change } from '../audit/change.ts'
import type { Db } from '../database/database.ts'
import { lockEditable } from '../permissions/lock-editable.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Player } from '../players/player.ts'
import {
  deleteDeviceOf,
  deleteDevices,
  deleteEveryDevice,
  deleteOtherDevices,
} from './device-store.ts'
import { readRefreshToken } from './refresh/refresh-token.ts'
import { isSessionId } from './session.ts'
import {
  deleteEverySession,
  deleteSession,
  deleteSessionOf,
  deleteSessions,
} from './session-store.ts'

/**
 * Signs out: closes the session that a refresh token belongs to. A token that was replaced meanwhile
 * also closes it, because only the device of that session can have it. Nothing happens when the
 * session is gone. The device stays familiar, because its player is the one who leaves.
 *
 * @param given.sessionId the session of the caller's access token, for callers that send no refresh
 *   token.
 */
export async function logOut(
  app: ChangeNeeds,
  given: { refreshToken: string | undefined; sessionId: string | undefined },
  client: Client,
): Promise<void> {
  const token = given.refreshToken && (await readRefreshToken(app.keys, given.refreshToken))
  const id = token ? token.sessionId : given.refreshToken ? undefined : given.sessionId
  if (id === undefined) return

  await change(app, { actor: null, ip: client.ip }, async ({ tx, note }) => {
    const closed = await deleteSession(tx, id)
    if (!closed) return
    note('session.closed', closed.playerId, { actor: closed.playerId, before: id })
  })
}

/**
 * Closes one of the player's own sessions and forgets its device.
 *
 * @throws Refusal `session.notfound` when the player has no such live session.
 */
export async function closeSession(app: ChangeNeeds, by: Actor, id: string): Promise<void> {
  if (!isSessionId(id)) throw new Refusal('session.notfound')
  await change(app, by, async ({ tx, now, note }) => {
    const closed = await deleteSessionOf(tx, { playerId: by.actor, id, now })
    if (!closed) throw new Refusal('session.notfound')
    await deleteDeviceOf(tx, closed)
    note('session.closed', by.actor, { before: id })
  })
}

/**
 * Closes every session of the caller and forgets every device.
 *
 * @param except the caller's own session, when it shall stay open.
 */
export async function closeOwnSessions(
  app: ChangeNeeds,
  by: Actor,
  { except }: { except?: string } = {},
): Promise<void> {
  await change(app, by, async ({ tx, note }) => {
    const count = except
      ? await signOutElsewhere(tx, by.actor, except)
      : await signOutEverywhere(tx, by.actor)
    if (count > 0) note('sessions.closed', by.actor, { before: String(count) })
  })
}

/**
 * Closes every session of a player and forgets every device.
 *
 * @throws Refusal `auth.forbidden` when the actor may not; `player.notfound`
 */
export async function closePlayerSessions(
  app: ChangeNeeds,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<void> {
  await change(app, by, async (work) => {
    await lockEditable(work, id, 'panel.players.sessions')
    const count = await signOutEverywhere(work.tx, id)
    if (count > 0) work.note('sessions.closed', id, { before: String(count) })
  })
}

/**
 * Closes every session of a player and forgets every device, in the caller's transaction: everybody
 * has to sign in again, and each device counts as new. @returns how many sessions there were.
 */
export async function signOutEverywhere(tx: Db, playerId: string): Promise<number> {
  const count = await deleteSessions(tx, playerId)
  await deleteDevices(tx, playerId)
  return count
}

/** Does the same, except for one session and the device it began on. */
export async function signOutElsewhere(
  tx: Db,
  playerId: string,
  sessionId: string,
): Promise<number> {
  const count = await deleteSessions(tx, playerId, sessionId)
  await deleteOtherDevices(tx, playerId, sessionId)
  return count
}

/** Signs everybody out, for example after a theft of the database. @returns how many sessions. */
export async function closeEverySession(app: ChangeNeeds): Promise<number> {
  return change(app, COMMAND, async ({ tx, note }) => {
    const count = await deleteEverySession(tx)
    await deleteEveryDevice(tx)
    note('sessions.closed', null, { before: String(count) })
    return count
  })
}
