import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import { codeCounterOf } from '../credentials/two-factor/check-code.ts'
import type { Client } from '../platform/network/client.ts'
import { lookupKey, type Player } from '../players/player.ts'
import type { AttemptCounters } from '../security/lockout/attempt-store.ts'
import { addressFingerprint, cookieFingerprint, launcherFingerprint } from '../sessions/device.ts'
import { findDevices, hasDevice } from '../sessions/device-store.ts'

/**
 * Where the credentials were entered, and by which client.
 * - `site`: the sign-in page of the site.
 * - `launcher`: endpoints for launcher servers, which have an API key.
 * - `game`: endpoints that any launcher may call. `clientToken` identifies the launcher.
 */
export type SignInSurface = {
  surface: 'site' | 'launcher' | 'game'
  client: Client
  clientToken?: string | undefined
}

/**
 * How many failures a failure in a launcher counts as. An account has three counters for launchers: for known client
 * tokens, for known addresses, and for all other clients. With this weight, the three counters together allow no more
 * attempts a day than a single counter without it.
 */
const GAME_WEIGHT = 3

/**
 * Returns the names of the counters of failed attempts for a sign-in (docs/contract.md#signing-in).
 * - Wrong passwords are counted per player. If there is no such player, they are counted per typed login, so that an
 *   attacker cannot tell the two cases apart.
 * - Each sign-in surface has its own counter, so that failures on one surface do not lock the player out of another.
 *   Known clients also have a counter of their own: a browser of the site, a client token or an address of a launcher.
 *   So an attacker cannot lock the player out there.
 * - Wrong codes are counted per player only. A code is checked only after the right password, so an attacker without it
 *   cannot lock the player out, and an attacker with it gains nothing by changing the surface or the device.
 */
export async function countersFor(
  { db }: Pick<App, 'db'>,
  login: string,
  player: Player | undefined,
  from: SignInSurface,
): Promise<AttemptCounters> {
  const loginHash = createHash('sha256').update(lookupKey(login)).digest('base64url')
  const account = player ? `player:${player.id}` : `login:${loginHash}`
  const surfaceKey = `${from.surface}:${account}`
  const code = player ? codeCounterOf(player.id) : `code:${account}`
  if (from.surface === 'launcher') return { password: surfaceKey, code }

  const playerId = player?.id ?? ''
  if (from.surface === 'game') {
    const source = await findGameSource(db, playerId, from)
    return { password: source ? `${surfaceKey}:${source}` : surfaceKey, code, weight: GAME_WEIGHT }
  }
  const { deviceToken } = from.client
  if (deviceToken === undefined) return { password: surfaceKey, code }
  const fingerprint = cookieFingerprint(deviceToken)
  const isKnownDevice = await hasDevice(db, playerId, fingerprint)
  return { password: isKnownDevice ? `${surfaceKey}:${fingerprint}` : surfaceKey, code }
}

async function findGameSource(
  db: App['db'],
  playerId: string,
  { client, clientToken }: SignInSurface,
): Promise<'token' | 'address' | undefined> {
  const token = launcherFingerprint(playerId, clientToken)
  const address = addressFingerprint(client.ip)
  const known = await findDevices(db, playerId, [token, address])
  if (known.includes(token)) return 'token'
  return known.includes(address) ? 'address' : undefined
}
