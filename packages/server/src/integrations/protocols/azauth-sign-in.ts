import type { AzauthUser } from '@portal/contract'
import type { App } from '../../app.ts'
import { findStanding } from '../../permissions/effective/find-effective-permissions.ts'
import type { Client } from '../../platform/network/client.ts'
import { type Credentials, checkCredentials } from '../../sign-in/check-credentials.ts'
import { letIn } from '../../sign-in/log-in.ts'
import { refuseLogin } from '../../sign-in/refuse-login.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'
import { openGame } from '../yggdrasil/authenticate-game.ts'
import { newGameToken } from '../yggdrasil/game-token.ts'
import { toAzauthUser } from './azauth-user.ts'

/**
 * Opens a game session for a player who signs in through a launcher that was made for Azuriom. Misses
 * count and pause together with those of Yggdrasil.
 *
 * @throws Refusal `auth.toomanyattempts`, `auth.wrongcredentials`, `auth.require2fa`, `auth.wrong2fa`;
 *   `auth.usernotactivated`, `auth.userblocked`, `auth.passwordchangerequired`,
 *   `auth.consentrequired`; `overloaded`
 */
export async function signInLauncher(
  app: App,
  given: Credentials,
  client: Client,
): Promise<AzauthUser> {
  const from = { door: 'game', client, actor: null } as const
  const verdict = await checkCredentials(app, given, from)
  if (!verdict.ok) throw await refuseLogin(app, verdict, from)

  const accessToken = newGameToken(app.random)
  const { player, standing, obstacle } = await letIn(app, verdict, client, async (work, player) => {
    const standing = await findStanding(work.tx, player, work.now)
    const site = { db: work.tx, settings: work.settings }
    const obstacle = await findObstacle(site, player, standing.ban)
    if (obstacle) work.note('login.refused', player.id, { after: obstacle.code })
    else {
      const clientToken = player.id
      await openGame(app, work, { player, client, accessToken, clientToken })
    }
    return { player, standing, obstacle }
  })
  if (obstacle) throw obstacle
  return toAzauthUser(player, standing, accessToken)
}
