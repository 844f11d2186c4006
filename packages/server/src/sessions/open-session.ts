import type { SecondFactor, SignedInWith } from '@portal/contract'
import type { App } from '../app.ts'
import type { UnitOfWork } from '../audit/change.ts'
import type { Db } from '../database/database.ts'
import { type Client, deviceName } from '../platform/network/client.ts'
import { newId, newToken } from '../platform/random.ts'
import type { Player } from '../players/player.ts'
import { recordVisit } from '../players/visit-store.ts'
import { cancelDeletionOnSignIn } from './cancel-scheduled-deletion.ts'
import { writeCsrfToken } from './csrf-token.ts'
import { cookieFingerprint, type DeviceFingerprints, networkFingerprint } from './device.ts'
import { isFingerprintKnown, rememberDevice } from './device-store.ts'
import { evictSessions } from './evict-sessions.ts'
import { writeRefreshToken } from './refresh/refresh-token.ts'
import type { Session } from './session.ts'
import { newDeviceMail } from './session-mail.ts'
import { insertSession } from './session-store.ts'

type Deps = Pick<App, 'random' | 'config'>

export type OpenedSession = {
  player: Player
  session: Session
  refreshToken: string
  csrfToken: string
  deviceToken: string
  /** Whether the player may still have more sessions than allowed. The surplus is then closed after the commit. */
  exceedsLimit: boolean
}

/**
 * Opens a session of a player. Mails the player if the device is new (docs/contract.md#signing-in), closes the least
 * recently used sessions beyond the limit, and cancels a scheduled deletion.
 * @param signIn.player a player whose row is locked, or a new player
 * @param signIn.isKnownDevice true on the device on which the account was created: no mail is sent
 */
export async function openSession(
  app: Deps,
  work: UnitOfWork,
  signIn: {
    player: Player
    client: Client
    isKnownDevice: boolean
    with: SignedInWith
    secondFactor?: SecondFactor | null
  },
): Promise<OpenedSession> {
  const { tx, now, generation } = work
  const { player, client, secondFactor = null } = signIn
  const session: Session = {
    id: newId(app.random),
    playerId: player.id,
    device: deviceName(client.agent),
    agent: client.agent,
    ip: client.ip,
    signedInWith: signIn.with,
    counter: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + app.config.refreshTtl,
  }
  const device = await recogniseDevice(app, tx, client)
  await insertSession(tx, { ...session, ...device.marks, secondFactor })
  await recordVisit(tx, player, now)
  const exceedsLimit = await evictSessions(work, session)
  await cancelDeletionOnSignIn(app, work, player)

  const isKnownDevice = await recordDevice(tx, player, { ...device, at: now })
  if (!isKnownDevice && !signIn.isKnownDevice) {
    const url = app.config.publicUrl
    const about = { player, client, at: now, site: work.settings, url }
    work.notify(player, (to) => newDeviceMail({ ...about, to }))
  }
  work.audit('login.succeeded', player.id, { actor: player.id, after: session.device })
  const { id, device: name } = session
  work.emit('session.opened', { player: player.id, session: id, device: name }, player.id)
  return {
    player,
    session,
    refreshToken: writeRefreshToken(generation, { sessionId: session.id, counter: 0 }),
    csrfToken: writeCsrfToken(generation, app.random, session.id),
    deviceToken: device.token,
    exceedsLimit,
  }
}

type RecognisedDevice = { token: string; sentCookie: boolean; marks: DeviceFingerprints }

/**
 * Returns the fingerprints of a client and its device cookie. The cookie that the client sent is kept if this site
 * issued it, even for another account in the same browser; otherwise the client gets a new one.
 */
async function recogniseDevice(app: Deps, tx: Db, client: Client): Promise<RecognisedDevice> {
  const sent = client.deviceToken
  const issued = sent !== undefined && (await isFingerprintKnown(tx, cookieFingerprint(sent)))
  const token = issued ? sent : newToken(app.random)
  const marks = { cookieMark: cookieFingerprint(token), placeMark: networkFingerprint(client) }
  return { token, sentCookie: sent !== undefined, marks }
}

async function recordDevice(
  tx: Db,
  player: Player,
  { marks, sentCookie, at }: RecognisedDevice & { at: number },
): Promise<boolean> {
  const { cookieNew, placeNew } = await rememberDevice(tx, player.id, marks, at)
  return sentCookie ? !cookieNew : !placeNew
}
