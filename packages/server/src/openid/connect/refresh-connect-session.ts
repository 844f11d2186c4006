import { type ChangeDeps, change } from '../../audit/change.ts'
import { renewConnectSession } from '../../integrations/yggdrasil/connect-store.ts'
import { GAME_SESSION_TTL, hashOf, launcherName } from '../../integrations/yggdrasil/game-token.ts'
import { findPlayer } from '../../players/player-store.ts'
import { recordVisit } from '../../players/visit-store.ts'
import { deleteAccessTokens } from '../storage/payload-store.ts'
import type { LauncherGrant } from './open-connect-session.ts'

/**
 * Replaces the token of a launcher's game session, which makes the old token invalid. The refresh token has been
 * consumed before, so only one of concurrent refreshes calls this.
 * @returns the ID of the session; undefined if it was closed in the meantime
 */
export async function refreshConnectSession(
  app: ChangeDeps,
  { accessToken, playerId, scopes, sessionId, client: { ip, agent } }: LauncherGrant,
): Promise<string | undefined> {
  return change(app, { actor: playerId, ip }, async ({ tx, now }) => {
    const player = await findPlayer(tx, playerId)
    if (!player) return undefined
    await recordVisit(tx, player, now) // first, because all changes lock the player before the session
    const isRenewed = await renewConnectSession(tx, {
      sessionId,
      hash: hashOf(accessToken),
      scopes,
      name: player.username,
      device: launcherName(agent),
      agent,
      ip,
      now,
      expiresAt: now + GAME_SESSION_TTL,
    })
    if (!isRenewed) return undefined
    await deleteAccessTokens(tx, sessionId)
    return sessionId
  })
}
