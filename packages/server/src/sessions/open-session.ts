import type { SecondFactor, SignedInWith } from '@portal/contract'
import type { App } from '../app.ts'
import type { Work } from '../audit/change.ts'
import type { Db } from '../database/database.ts'
import { type Client, deviceName } from '../platform/network/client.ts'
import { newId, newToken } from '../platform/random.ts'
import type { Player } from '../players/player.ts'
import { keepBySignIn } from './cancel-scheduled-deletion.ts'
import { writeCsrfToken } from './csrf-token.ts'
import { cookieMark, type DeviceMarks, placeMark } from './device.ts'
import { isMarkKnown, rememberDevice } from './device-store.ts'
import { displaceSessions } from './evict-sessions.ts'
import { writeRefreshToken } from './refresh/refresh-token.ts'
import type { Session } from './session.ts'
import { newDeviceMail } from './session-mail.ts'
import { insertSession } from './session-store.ts'

type Needs = Pick<App, 'random' | 'config'>

/** A new session, and everything that its device stores. */
export type OpenedSession = {
  player: Player
  session: Session
  refreshToken: string
  csrfToken: string
  deviceToken: string
  /** Whether the player may still have too many sessions; the rest is closed after the commit. */
  crowded: boolean
}

/**
 * Signs a player in on a device, as a part of a change. The player gets a mail about an unfamiliar
 * device. A device is familiar when it sends a device cookie of this account or, without a cookie,
 * when the account signed in from a device of that name in that network before
 * (docs/contract.md#signing-in). Sessions beyond the limit are closed, least recently used first, and an
 * account that was to be deleted stays (docs/contract.md#deletion).
 *
 * @param signIn.player whose row is locked, or new.
 * @param signIn.familiar true on the device on which the account was made.
 * @param signIn.secondFactor the second factor that was given, or a service that the owner trusts for it.
 */
export async function openSession(
  app: Needs,
  work: Work,
  signIn: {
    player: Player
    client: Client
    familiar: boolean
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
  const crowded = await displaceSessions(work, session)
  await keepBySignIn(app, work, player)

  const familiar = await noteDevice(tx, player, { ...device, at: now })
  if (!familiar && !signIn.familiar) {
    const url = app.config.publicUrl
    const about = { player, client, at: now, site: work.settings, url }
    work.tell(player, (to) => newDeviceMail({ ...about, to }))
  }
  work.note('login.succeeded', player.id, { actor: player.id, after: session.device })
  return {
    player,
    session,
    refreshToken: writeRefreshToken(generation, { sessionId: session.id, counter: 0 }),
    csrfToken: writeCsrfToken(generation, app.random, session.id),
    deviceToken: device.token,
    crowded,
  }
}

type Device = { token: string; broughtCookie: boolean; marks: DeviceMarks }

/**
 * Chooses the marks of a device. A cookie that this site issued is kept, even for another account in the
 * same browser; any other is replaced.
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
  const { cookieNew, placeNew } = await rememberDevice(tx, player.id, marks, at)
  return broughtCookie ? !cookieNew : !placeNew
}
