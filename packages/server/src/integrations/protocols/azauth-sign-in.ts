import type { AzauthUser } from '@portal/contract'
import type { App } from '../../app.ts'
import { findEffectivePermissions } from '../../permissions/effective/find-effective-permissions.ts'
import type { Client } from '../../platform/network/client.ts'
import { type Credentials, checkCredentials } from '../../sign-in/check-credentials.ts'
import { completeSignIn } from '../../sign-in/log-in.ts'
import { refuseLogin } from '../../sign-in/refuse-login.ts'
import { findSignInBlock } from '../../sign-in/sign-in-block.ts'
import { openGame } from '../yggdrasil/authenticate-game.ts'
import { newGameToken } from '../yggdrasil/game-token.ts'
import { toAzauthUser } from './azauth-user.ts'

/**
 * Opens a game session for a player of a launcher made for Azuriom. Failed sign-ins share the
 * counters and lockout of Yggdrasil.
 * @throws Refusal `auth.toomanyattempts`, `auth.wrongcredentials`, `auth.require2fa`,
 *   `auth.wrong2fa`; `auth.usernotactivated`, `auth.userblocked`, `auth.passwordchangerequired`,
 *   `auth.consentrequired`; `overloaded`
 */
export async function signInLauncher(
  app: App,
  given: Credentials,
  client: Client,
): Promise<AzauthUser> {
  const origin = { surface: 'game', client, actor: null } as const
  const verdict = await checkCredentials(app, given, origin)
  if (!verdict.ok) throw await refuseLogin(app, verdict, origin)

  const accessToken = newGameToken(app.random)
  const {
    player,
    permissions,
    obstacle: signInBlock,
  } = await completeSignIn(app, verdict, client, async (work, player) => {
    const permissions = await findEffectivePermissions(work.tx, player, work.now)
    const site = { db: work.tx, settings: work.settings }
    const signInBlock = await findSignInBlock(site, player, permissions.ban)
    if (signInBlock) work.audit('login.refused', player.id, { after: signInBlock.code })
    else {
      const clientToken = player.id
      await openGame(app, work, { player, client, accessToken, clientToken })
    }
    return { player, permissions, obstacle: signInBlock }
  })
  if (signInBlock) throw signInBlock
  return toAzauthUser(player, permissions, accessToken)
}
