import type { AzauthUser } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { recordVisit } from '../../players/visit-store.ts'
import { findSignInBlock } from '../../sign-in/sign-in-block.ts'
import { requireExtendableSession } from '../yggdrasil/find-game-session.ts'
import { renewGameSession } from '../yggdrasil/game-session-store.ts'
import { GAME_SESSION_TTL, launcherName } from '../yggdrasil/game-token.ts'
import { toAzauthUser } from './azauth-user.ts'

/**
 * Returns the player of a stored access token. Extends the token by its full lifetime and updates the player name in
 * it. Refuses tokens that a launcher password opened, because those must not reveal the player's e-mail address and
 * balance.
 * @throws Refusal `yggdrasil.invalidtoken`; `auth.usernotactivated`, `auth.userblocked`, `auth.passwordchangerequired`,
 * `auth.consentrequired`, which leave the token open
 */
export async function verifyLauncher(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  accessToken: string,
  { ip, agent }: Client,
): Promise<AzauthUser> {
  const { hash, player, permissions, launcherPassword } = await requireExtendableSession(app, {
    accessToken,
  })
  if (launcherPassword !== null) throw new Refusal('yggdrasil.invalidtoken')
  const settings = await app.settings.read()
  const signInBlock = await findSignInBlock({ db: app.db, settings }, player, permissions.ban)
  if (signInBlock) throw signInBlock

  const now = app.clock.now()
  await recordVisit(app.db, player, now)
  const isOpen = await renewGameSession(app.db, {
    oldHash: hash,
    hash,
    name: player.username,
    device: launcherName(agent),
    agent,
    ip,
    now,
    expiresAt: now + GAME_SESSION_TTL,
  })
  if (!isOpen) throw new Refusal('yggdrasil.invalidtoken') // the session was closed in the meantime
  return toAzauthUser(player, permissions, accessToken)
}
