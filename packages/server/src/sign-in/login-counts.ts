import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import { codeCountOf } from '../credentials/two-factor/check-code.ts'
import type { Client } from '../platform/network/client.ts'
import { keyOf, type Player } from '../players/player.ts'
import type { Counts } from '../security/lockout/attempt-store.ts'
import { addressMark, cookieMark, launcherMark } from '../sessions/device.ts'
import { findDevices, hasDevice } from '../sessions/device-store.ts'

/**
 * Where the credentials were given, and by which client.
 *
 * - `site`: the sign-in of the site.
 * - `launcher`: endpoints for launcher servers, which have an API key.
 * - `game`: endpoints that any launcher may call. `clientToken` is what the launcher calls itself.
 */
export type FrontDoor = {
  door: 'site' | 'launcher' | 'game'
  client: Client
  clientToken?: string | undefined
}

/**
 * A miss in a launcher takes three of the misses in hand. An account has three counts for launchers: familiar
 * client tokens, familiar addresses and all other sources. Together they allow no more tries a day than one count.
 */
const GAME_WEIGHT = 3

/**
 * Names the counts that a try belongs to (docs/contract.md#signing-in).
 *
 * - Wrong passwords count per player, or per typed login if there is no such player, so that a guesser
 *   cannot tell the two apart.
 * - Each front door has its own count, so that strangers at one of them cannot keep a player out of another.
 *   A source that signed in to this account before also has its own: a browser at the site, a client token or
 *   an address of a launcher. So strangers cannot delay the owner there.
 * - Wrong codes count per player alone. Guessing one takes the password, so strangers cannot use
 *   the count against the player, and changing the door or the device gains nothing.
 */
export async function countsOf(
  { db }: Pick<App, 'db'>,
  login: string,
  player: Player | undefined,
  from: FrontDoor,
): Promise<Counts> {
  const typed = createHash('sha256').update(keyOf(login)).digest('base64url')
  const account = player ? `player:${player.id}` : `login:${typed}`
  const strangers = `${from.door}:${account}`
  const code = player ? codeCountOf(player.id) : `code:${account}`
  if (from.door === 'launcher') return { password: strangers, code }

  const playerId = player?.id ?? ''
  if (from.door === 'game') {
    const source = await findGameSource(db, playerId, from)
    return { password: source ? `${strangers}:${source}` : strangers, code, weight: GAME_WEIGHT }
  }
  const { deviceToken } = from.client
  if (deviceToken === undefined) return { password: strangers, code }
  const mark = cookieMark(deviceToken)
  const isFamiliar = await hasDevice(db, playerId, mark)
  return { password: isFamiliar ? `${strangers}:${mark}` : strangers, code }
}

/** Finds by what a launcher is familiar to a player: by its client token, or else by its address. */
async function findGameSource(
  db: App['db'],
  playerId: string,
  { client, clientToken }: FrontDoor,
): Promise<'token' | 'address' | undefined> {
  const token = launcherMark(playerId, clientToken)
  const address = addressMark(client.ip)
  const familiar = await findDevices(db, playerId, [token, address])
  if (familiar.includes(token)) return 'token'
  return familiar.includes(address) ? 'address' : undefined
}
