import { type Actor, COMMAND_LINE } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
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
import { emitClosed } from './emit-closed.ts'
import { readRefreshToken } from './refresh/refresh-token.ts'
import { isSessionId } from './session.ts'
import {
  deleteEverySession,
  deleteSession,
  deleteSessionOf,
  deleteSessions,
} from './session-store.ts'

/**
 * Signs out and keeps the device known. A refresh token that was replaced in the meantime also closes its session,
 * because only the device of this session can have the token. Does nothing if the token is invalid or the session is
 * closed.
 * @param given.sessionId the session of the caller's access token, used if there is no refresh token
 */
export async function logOut(
  app: ChangeDeps,
  given: { refreshToken: string | undefined; sessionId: string | undefined },
  client: Client,
): Promise<void> {
  const token = given.refreshToken && (await readRefreshToken(app.keys, given.refreshToken))
  const id = token ? token.sessionId : given.refreshToken ? undefined : given.sessionId
  if (id === undefined) return

  await change(app, { actor: null, ip: client.ip }, async (work) => {
    const closed = await deleteSession(work.tx, id)
    if (!closed) return
    work.audit('session.closed', closed.playerId, { actor: closed.playerId, before: id })
    emitClosed(work, [closed], closed.playerId)
  })
}

/** Closes a session of the caller and forgets its device. @throws Refusal `session.notfound` */
export async function closeSession(app: ChangeDeps, by: Actor, id: string): Promise<void> {
  if (!isSessionId(id)) throw new Refusal('session.notfound')
  await change(app, by, async (work) => {
    const { tx, now } = work
    const closed = await deleteSessionOf(tx, { playerId: by.actor, id, now })
    if (!closed) throw new Refusal('session.notfound')
    await deleteDeviceOf(tx, closed)
    work.audit('session.closed', by.actor, { before: id })
    emitClosed(work, [closed])
  })
}

/**
 * Closes the caller's sessions and forgets the devices.
 * @param except the caller's current session, if this session and its device are to be kept
 */
export async function closeOwnSessions(
  app: ChangeDeps,
  by: Actor,
  { except }: { except?: string } = {},
): Promise<void> {
  await change(app, by, async (work) => {
    const count = except
      ? await signOutElsewhere(work, by.actor, except)
      : await signOutEverywhere(work, by.actor)
    if (count > 0) work.audit('sessions.closed', by.actor, { before: String(count) })
  })
}

export async function closePlayerSessions(
  app: ChangeDeps,
  by: Actor,
  { id }: Pick<Player, 'id'>,
): Promise<void> {
  await change(app, by, async (work) => {
    await lockEditable(work, id, 'panel.players.sessions')
    const count = await signOutEverywhere(work, id)
    if (count > 0) work.audit('sessions.closed', id, { before: String(count) })
  })
}

/** Closes all sessions of a player and forgets all devices. @returns how many sessions there were */
export async function signOutEverywhere(work: UnitOfWork, playerId: string): Promise<number> {
  const count = await closeSessions(work, playerId)
  await deleteDevices(work.tx, playerId)
  return count
}

/** Closes all other sessions of a player and forgets their devices. @returns how many sessions there were */
export async function signOutElsewhere(
  work: UnitOfWork,
  playerId: string,
  sessionId: string,
): Promise<number> {
  const count = await closeSessions(work, playerId, sessionId)
  await deleteOtherDevices(work.tx, playerId, sessionId)
  return count
}

/**
 * Closes all sessions of a player, except the session `except` if it is given.
 * @returns how many were closed
 */
export async function closeSessions(
  work: UnitOfWork,
  playerId: string,
  except?: string,
): Promise<number> {
  const closed = await deleteSessions(work.tx, playerId, except)
  emitClosed(work, closed)
  return closed.length
}

/** Signs out every player, for example after a theft of the database. @returns how many sessions there were */
export async function closeEverySession(app: ChangeDeps): Promise<number> {
  return change(app, COMMAND_LINE, async ({ tx, now, audit }) => {
    const count = await deleteEverySession(tx, now)
    await deleteEveryDevice(tx)
    audit('sessions.closed', null, { before: String(count) })
    return count
  })
}
