import type { GameSession } from '@portal/contract'
import type { App } from '../../app.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'
import { toGameSession } from './describe-game.ts'
import { requireGame } from './find-game.ts'
import { deleteGame, renewGame } from './game-session-store.ts'
import { GAME_TTL, hashOf, launcherName, newGameToken } from './game-token.ts'

type Presented = {
  accessToken: string
  clientToken?: string
  requestUser?: boolean
  selectedProfile?: object
}

/**
 * Exchanges a game token for a new one, which has the player's present name, and burns the old one.
 *
 * @throws Refusal `yggdrasil.invalidtoken`; `yggdrasil.profileselected`; `auth.usernotactivated`,
 *   `auth.userblocked`, `auth.passwordchangerequired`, `auth.consentrequired`, with which the old token
 *   stays
 */
export async function refreshGame(
  app: Pick<App, 'db' | 'clock' | 'random' | 'settings'>,
  given: Presented,
  { ip, agent }: Client,
): Promise<GameSession> {
  const { hash: oldHash, clientToken, player, standing } = await requireGame(app, given)
  if (given.selectedProfile) throw new Refusal('yggdrasil.profileselected')
  const settings = await app.settings.read()
  const obstacle = await findObstacle({ db: app.db, settings }, player, standing.ban)
  if (obstacle) throw obstacle

  const accessToken = newGameToken(app.random)
  const now = app.clock.now()
  const isRenewed = await renewGame(app.db, {
    oldHash,
    hash: hashOf(accessToken),
    name: player.username,
    device: launcherName(agent),
    agent,
    ip,
    now,
    expiresAt: now + GAME_TTL,
  })
  if (!isRenewed) throw new Refusal('yggdrasil.invalidtoken') // by another request meanwhile
  return toGameSession(player, { accessToken, clientToken }, given.requestUser ?? false)
}

/** Ends the session of a game token; nothing happens when there is none. */
export async function invalidateGame(
  app: ChangeNeeds,
  accessToken: string,
  { ip }: Client,
): Promise<void> {
  await change(app, { actor: null, ip }, async ({ tx, note }) => {
    const closed = await deleteGame(tx, hashOf(accessToken))
    if (closed) {
      note('session.closed', closed.playerId, { actor: closed.playerId, before: closed.id })
    }
  })
}
