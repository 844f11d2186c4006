import type { App } from '../../app.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { openGame } from '../../integrations/yggdrasil/authenticate-game.ts'
import { lockGrant } from '../../integrations/yggdrasil/connect-store.ts'
import { newClientToken } from '../../integrations/yggdrasil/game-token.ts'
import type { Client } from '../../platform/network/client.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { findAuthentication } from '../authentication-store.ts'
import { hashOf } from '../storage/adapter.ts'

export type LauncherGrant = {
  accessToken: string
  playerId: string
  grantId: string
  scopes: string
  /** The session in which the player agreed. At a refresh, it is the game session itself. */
  sessionId: string
  client: Client
}

/**
 * Opens the game session of a launcher.
 * @returns the ID of the session; undefined if the player or the grant was deleted in the meantime
 */
export async function openConnectSession(
  app: ChangeDeps & Pick<App, 'config'>,
  { accessToken, playerId, grantId, scopes, sessionId, client }: LauncherGrant,
): Promise<string | undefined> {
  const by = { actor: playerId, ip: client.ip }
  const grantRow = hashOf('Grant', grantId)
  return change(app, by, async (work) => {
    const player = await lockPlayer(work.tx, playerId)
    if (!player || !(await lockGrant(work.tx, grantRow))) return undefined
    const authentication = await findAuthentication(work.tx, sessionId)
    const { id } = await openGame(app, work, {
      player,
      client,
      accessToken,
      clientToken: newClientToken(app.random),
      connect: { grantId: grantRow, scopes, signedInWith: authentication?.signedInWith ?? null },
    })
    return id
  })
}
