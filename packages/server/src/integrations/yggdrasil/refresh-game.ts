import type { GameSession } from '@portal/contract'
import type { App } from '../../app.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { recordVisit } from '../../players/visit-store.ts'
import { emitClosed } from '../../sessions/emit-closed.ts'
import { findSignInBlock } from '../../sign-in/sign-in-block.ts'
import { toGameSession } from './describe-game.ts'
import { requireExtendableSession } from './find-game-session.ts'
import { deleteGameSession, renewGameSession } from './game-session-store.ts'
import { GAME_SESSION_TTL, hashOf, launcherName, newGameToken } from './game-token.ts'

type RefreshRequest = {
  accessToken: string
  clientToken?: string
  requestUser?: boolean
  selectedProfile?: object
}

/**
 * Replaces a game token by a new one with the player's current name. The old token becomes invalid.
 * @throws Refusal `yggdrasil.invalidtoken`; `yggdrasil.profileselected`; `auth.usernotactivated`, `auth.userblocked`,
 * `auth.passwordchangerequired`, `auth.consentrequired`, after which the old token remains valid
 */
export async function refreshGame(
  app: Pick<App, 'db' | 'clock' | 'random' | 'settings'>,
  given: RefreshRequest,
  { ip, agent }: Client,
): Promise<GameSession> {
  const {
    hash: oldHash,
    clientToken,
    player,
    permissions,
  } = await requireExtendableSession(app, given)
  if (given.selectedProfile) throw new Refusal('yggdrasil.profileselected')
  const settings = await app.settings.read()
  const signInBlock = await findSignInBlock({ db: app.db, settings }, player, permissions.ban)
  if (signInBlock) throw signInBlock

  const accessToken = newGameToken(app.random)
  const now = app.clock.now()
  await recordVisit(app.db, player, now)
  const isRenewed = await renewGameSession(app.db, {
    oldHash,
    hash: hashOf(accessToken),
    name: player.username,
    device: launcherName(agent),
    agent,
    ip,
    now,
    expiresAt: now + GAME_SESSION_TTL,
  })
  if (!isRenewed) throw new Refusal('yggdrasil.invalidtoken') // the session was refreshed or closed in the meantime
  return toGameSession(player, { accessToken, clientToken }, given.requestUser ?? false)
}

export async function invalidateGame(
  app: ChangeDeps,
  accessToken: string,
  { ip }: Client,
): Promise<void> {
  await change(app, { actor: null, ip }, async (work) => {
    const closed = await deleteGameSession(work.tx, hashOf(accessToken))
    if (closed) {
      work.audit('session.closed', closed.playerId, { actor: closed.playerId, before: closed.id })
      emitClosed(work, [closed], closed.playerId)
    }
  })
}
