import type { App } from '../app.ts'
import { type AuditAction, newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import type { Client } from '../platform/client.ts'
import type { Db } from '../platform/database/database.ts'
import type { Identity } from './access-token.ts'
import {
  deleteDeviceOf,
  deleteDevices,
  deleteEveryDevice,
  deleteOtherDevices,
} from './device-store.ts'
import { readRefreshToken } from './refresh-token.ts'
import { isSessionId } from './session.ts'
import {
  deleteEverySession,
  deleteSession,
  deleteSessionOf,
  deleteSessions,
} from './session-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys'>

/**
 * Signs out: closes the session a refresh token belongs to. A token that was replaced meanwhile
 * closes it as well, since only a device of that session can hold one. Nothing happens when the
 * session is gone. The device stays familiar: it is its player who leaves it.
 *
 * @param sessionId the session of the caller's access token, for callers that send no refresh token.
 */
export async function logOut(
  app: Needs,
  given: { refreshToken: string | undefined; sessionId: string | undefined },
  client: Client,
): Promise<void> {
  const token = given.refreshToken && (await readRefreshToken(app.keys, given.refreshToken))
  const id = token ? token.sessionId : given.refreshToken ? undefined : given.sessionId
  if (id === undefined) return

  await app.db.transaction().execute(async (tx) => {
    const closed = await deleteSession(tx, id)
    if (closed) await note(app, tx, 'session.closed', closed.playerId, client, id)
  })
}

/**
 * Closes a session and forgets its device.
 *
 * @throws Refusal `session.notfound` when the player has no such live session.
 */
export async function closeSession(
  app: Needs,
  identity: Identity,
  id: string,
  client: Client,
): Promise<void> {
  const { playerId } = identity
  if (!isSessionId(id)) throw new Refusal('session.notfound')
  await app.db.transaction().execute(async (tx) => {
    const closed = await deleteSessionOf(tx, { playerId, id, now: app.clock.now() })
    if (!closed) throw new Refusal('session.notfound')
    await deleteDeviceOf(tx, closed)
    await note(app, tx, 'session.closed', playerId, client, id)
  })
}

/** Closes every session of the player, or every one but the session that asks; and so the devices. */
export async function closeSessions(
  app: Needs,
  identity: Identity,
  which: 'all' | 'others',
  client: Client,
): Promise<void> {
  const { playerId, sessionId } = identity
  await app.db.transaction().execute(async (tx) => {
    const count =
      which === 'all'
        ? await signOutEverywhere(tx, playerId)
        : await signOutElsewhere(tx, playerId, sessionId)
    if (count > 0) await note(app, tx, 'sessions.closed', playerId, client, String(count))
  })
}

/**
 * Closes every session of a player and forgets every device, in the caller's transaction: whoever
 * was in has to prove who they are, and is told of as new. @returns how many sessions there were.
 */
export async function signOutEverywhere(tx: Db, playerId: string): Promise<number> {
  const count = await deleteSessions(tx, playerId)
  await deleteDevices(tx, playerId)
  return count
}

/** The same but for one session and the device it began on. */
export async function signOutElsewhere(
  tx: Db,
  playerId: string,
  sessionId: string,
): Promise<number> {
  const count = await deleteSessions(tx, playerId, sessionId)
  await deleteOtherDevices(tx, playerId, sessionId)
  return count
}

/** Signs everybody out, as after a theft of the database. @returns how many sessions were closed. */
export async function closeEverySession(
  app: Pick<App, 'db' | 'clock' | 'random'>,
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const count = await deleteEverySession(tx)
    await deleteEveryDevice(tx)
    const entry = { actor: 'command', target: null, ip: null, before: String(count) }
    await insertAudit(tx, newAudit(app, { action: 'sessions.closed', ...entry }))
    return count
  })
}

async function note(
  app: Needs,
  tx: Db,
  action: AuditAction,
  playerId: string,
  client: Client,
  before: string,
): Promise<void> {
  const entry = { action, actor: playerId, target: playerId, ip: client.ip, before }
  await insertAudit(tx, newAudit(app, entry))
}
