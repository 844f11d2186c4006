import { createHash } from 'node:crypto'
import { DAY } from '../../platform/clock.ts'
import { deviceName, isBrowser } from '../../platform/network/client.ts'
import { newUuid, type Random } from '../../platform/random.ts'

/** How long a game token is valid; each refresh starts this time again. */
export const GAME_SESSION_TTL = 14 * DAY

/** How many game sessions a player may have. If there are more, the least recently refreshed ones end. */
export const MAX_GAME_SESSIONS = 10

/**
 * Makes a game token of hexadecimal digits. In base64url, a token could begin with a dash, and the game would parse it
 * as an option.
 */
export function newGameToken(random: Random): string {
  return random.bytes(32).toString('hex')
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function newClientToken(random: Random): string {
  return undashedId(newUuid(random))
}

export function undashedId(id: string): string {
  return id.replaceAll('-', '')
}

/**
 * Returns a launcher's name for the list of sessions, from its User-Agent. The name is generic for a browser or a plain
 * HTTP library.
 */
export function launcherName(agent: string): string {
  const isNamed =
    !isBrowser(agent) && /^(?!Java\b|okhttp\b|axios\b|node\b|Python\b)\p{L}/iu.test(agent)
  return isNamed ? deviceName(agent) : 'Launcher'
}
