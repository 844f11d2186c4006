import { createHash } from 'node:crypto'
import { DAY } from '../../platform/clock.ts'
import { deviceName, isBrowser } from '../../platform/network/client.ts'
import { newUuid, type Random } from '../../platform/random.ts'

/** How long a game token is good after it was made, which each refresh does anew. */
export const GAME_TTL = 14 * DAY

/** How many a player has; the one that was made first goes. */
export const MOST_GAMES = 10

/** Makes a token without a dash, which the game would read as the beginning of an option. */
export function newGameToken(random: Random): string {
  return random.bytes(32).toString('hex')
}

/** Returns what is kept of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Makes what a launcher calls itself, when it does not say. */
export function newClientToken(random: Random): string {
  return bareId(newUuid(random))
}

/** Writes a player's id as the game does. */
export function bareId(id: string): string {
  return id.replaceAll('-', '')
}

/** Names a launcher in the list of sessions; one that only names the library it uses has no name. */
export function launcherName(agent: string): string {
  const isNamed =
    !isBrowser(agent) && /^(?!Java\b|okhttp\b|axios\b|node\b|Python\b)\p{L}/iu.test(agent)
  return isNamed ? deviceName(agent) : 'Launcher'
}
