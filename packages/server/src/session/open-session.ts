import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { tellPlayer } from '../mail/tell-player.ts'
import { type Client, deviceName } from '../platform/client.ts'
import type { Db } from '../platform/database/database.ts'
import type { Generation } from '../platform/keys/key-ring.ts'
import { newId, newToken } from '../platform/random.ts'
import type { Player } from '../player/player.ts'
import type { Settings } from '../settings/setting.ts'
import { writeCsrfToken } from './csrf-token.ts'
import { cookieMark, type DeviceMarks, placeMark } from './device.ts'
import { isMarkKnown, rememberDevice } from './device-store.ts'
import { displaceSessions } from './displace-sessions.ts'
import { writeRefreshToken } from './refresh-token.ts'
import type { Session } from './session.ts'
import { newDeviceMail } from './session-mail.ts'
import { insertSession } from './session-store.ts'

type Needs = Pick<App, 'clock' | 'random' | 'config'>

/** A session and everything its device keeps. */
export type OpenedSession = {
  player: Player
  session: Session
  refreshToken: string
  csrfToken: string
  deviceToken: string
  /** Whether a mail about it waits in the outbox: wake the postman after the commit. */
  mailed: boolean
  /** Whether the player may still have too many sessions: displace the rest after the commit. */
  crowded: boolean
}

/**
 * Signs a player in on a device, within the caller's transaction. An unfamiliar device is reported
 * by a mail in the same transaction; a device is familiar when it brings a device cookie of this
 * account or, without a cookie, when the account signed in under the same name from the same
 * network before (docs/contract.md#signing-in). Of too many sessions the one not used for longest is
 * closed.
 *
 * @param generation from `app.keys.newest()`, asked before the transaction began.
 * @param signIn.familiar true on the device an account is made on.
 */
export async function openSession(
  app: Needs,
  tx: Db,
  generation: Generation,
  signIn: {
    player: Player
    client: Client
    settings: Pick<Settings, 'siteName' | 'emailConfirmation'>
    familiar: boolean
  },
): Promise<OpenedSession> {
  const { player, client, settings } = signIn
  const now = app.clock.now()
  const session: Session = {
    id: newId(app.random),
    playerId: player.id,
    device: deviceName(client.agent),
    agent: client.agent,
    ip: client.ip,
    counter: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + app.config.refreshTtl,
  }
  const device = await recogniseDevice(app, tx, client)
  await insertSession(tx, { ...session, ...device.marks })
  const crowded = await displaceSessions(app, tx, session)

  const familiar = await noteDevice(tx, player, { ...device, at: now })
  let mailed = false
  if (!familiar && !signIn.familiar) {
    const { siteName } = settings
    const mail = newDeviceMail({ player, client, at: now, siteName, url: app.config.publicUrl })
    mailed = await tellPlayer(app, tx, { player, mail, generation, settings })
  }

  await insertAudit(
    tx,
    newAudit(app, {
      action: 'login.succeeded',
      actor: player.id,
      target: player.id,
      ip: client.ip,
      after: session.device,
    }),
  )
  return {
    player,
    session,
    refreshToken: writeRefreshToken(generation, { sessionId: session.id, counter: 0 }),
    csrfToken: writeCsrfToken(generation, app.random, session.id),
    deviceToken: device.token,
    mailed,
    crowded,
  }
}

type Device = { token: string; broughtCookie: boolean; marks: DeviceMarks }

/**
 * What a device is to be known by. A cookie this site gave out is kept, also for a second account
 * in the same browser; anything else is replaced by a new one.
 */
async function recogniseDevice(app: Needs, tx: Db, client: Client): Promise<Device> {
  const sent = client.deviceToken
  const issued = sent !== undefined && (await isMarkKnown(tx, cookieMark(sent)))
  const token = issued ? sent : newToken(app.random)
  const marks = { cookieMark: cookieMark(token), placeMark: placeMark(client) }
  return { token, broughtCookie: sent !== undefined, marks }
}

/** Remembers a device by its cookie and by its place. @returns whether it was familiar. */
async function noteDevice(
  tx: Db,
  player: Player,
  { marks, broughtCookie, at }: Device & { at: number },
): Promise<boolean> {
  const cookieNew = await rememberDevice(tx, player.id, marks.cookieMark, at)
  const placeNew = await rememberDevice(tx, player.id, marks.placeMark, at)
  return broughtCookie ? !cookieNew : !placeNew
}
