import type { AzauthUser } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'
import { requireGame } from '../yggdrasil/find-game.ts'
import { renewGame } from '../yggdrasil/game-session-store.ts'
import { GAME_TTL, launcherName } from '../yggdrasil/game-token.ts'
import { toAzauthUser } from './azauth-user.ts'

/**
 * Tells a launcher whose access token it kept. The token stays as it is, is good for as long again, and
 * gets the player's present name. One that a launcher password began is good for the game alone: it does
 * not tell the player's address and balance.
 *
 * @throws Refusal `yggdrasil.invalidtoken`; `auth.usernotactivated`, `auth.userblocked`,
 *   `auth.passwordchangerequired`, `auth.consentrequired`, with which the token stays
 */
export async function verifyLauncher(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  accessToken: string,
  { ip, agent }: Client,
): Promise<AzauthUser> {
  const { hash, player, standing, launcherPassword } = await requireGame(app, { accessToken })
  if (launcherPassword !== null) throw new Refusal('yggdrasil.invalidtoken')
  const settings = await app.settings.read()
  const obstacle = await findObstacle({ db: app.db, settings }, player, standing.ban)
  if (obstacle) throw obstacle

  const now = app.clock.now()
  const isOpen = await renewGame(app.db, {
    oldHash: hash,
    hash,
    name: player.username,
    device: launcherName(agent),
    agent,
    ip,
    now,
    expiresAt: now + GAME_TTL,
  })
  if (!isOpen) throw new Refusal('yggdrasil.invalidtoken') // closed meanwhile
  return toAzauthUser(player, standing, accessToken)
}
