import type { App } from '../../app.ts'
import type { Standing } from '../../permissions/effective/effective.ts'
import { findPlayerWithStanding } from '../../permissions/effective/find-effective-permissions.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'
import { findStoredGame, type StoredGame } from './game-session-store.ts'
import { hashOf } from './game-token.ts'

/** Whose game token it is, and what they hold now. */
export type Game = StoredGame & { hash: string; player: Player; standing: Standing }

type Needs = Pick<App, 'db' | 'clock' | 'settings'>
type Presented = { accessToken: string; clientToken?: string }

/**
 * Finds the open session of a game token, and its player. A token that was made before the player got
 * another name is found too: it is only good for a refresh (see `isRenamed`).
 *
 * @throws Refusal `yggdrasil.invalidtoken`, also when the token is another launcher's
 */
export async function requireGame(
  app: Pick<App, 'db' | 'clock'>,
  presented: Presented,
): Promise<Game> {
  const game = await findGame(app, presented)
  if (!game) throw new Refusal('yggdrasil.invalidtoken')
  return game
}

/** Whether the player has got another name since the token was made. */
export function isRenamed({ name, player }: Game): boolean {
  return name !== player.username
}

/**
 * Checks that a game token can be used as it is.
 *
 * @throws Refusal `yggdrasil.invalidtoken` also for a player who is renamed, banned or unconfirmed, or has to
 *   change the password or agree to something: the launcher then refreshes, which says why.
 */
export async function validateGame(app: Needs, presented: Presented): Promise<void> {
  if (!(await isUsable(app, await requireGame(app, presented))))
    throw new Refusal('yggdrasil.invalidtoken')
}

/** Finds the open session of a game token that can be used as it is. */
export async function findUsableGame(app: Needs, accessToken: string): Promise<Game | undefined> {
  const game = await findGame(app, { accessToken })
  return game && (await isUsable(app, game)) ? game : undefined
}

async function isUsable({ db, settings }: Needs, game: Game): Promise<boolean> {
  if (isRenamed(game)) return false
  const site = { db, settings: await settings.read() }
  return !(await findObstacle(site, game.player, game.standing.ban))
}

async function findGame(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { accessToken, clientToken }: Presented,
): Promise<Game | undefined> {
  const hash = hashOf(accessToken)
  const stored = await findStoredGame(db, hash, clock.now())
  const isOther = clientToken !== undefined && clientToken !== stored?.clientToken
  if (!stored || isOther) return undefined
  const found = await findPlayerWithStanding(db, { id: stored.playerId }, clock.now())
  return found && { ...stored, ...found, hash } // undefined: deleted since
}
