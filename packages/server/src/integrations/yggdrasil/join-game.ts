import { type GameProfile, JOINS_OF_PLAYER } from '@portal/contract'
import type { App } from '../../app.ts'
import { findPlayerWithStanding } from '../../permissions/effective/find-effective-permissions.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { readAddress } from '../../platform/network/ip-address.ts'
import { keyOf } from '../../players/player.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { takeCall } from '../../security/rate-limits/rate-limit.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'
import { isRenamed, requireGame } from './find-game.ts'
import type { Described, GameProfiles } from './game-profiles.ts'
import { findJoin, insertJoin, takeJoin } from './join-store.ts'
import { requireKey } from './make-key.ts'
import { mayJoin } from './may-join.ts'

/** How long a game server has to ask about a player who said that they join it. */
const JOIN_TTL = 30 * SECOND

type Joining = { accessToken: string; selectedProfile: string; serverId: string }

/**
 * Notes that the player of a game token is about to join a game server. By the same player this can be
 * done again, by another not before it has expired.
 *
 * @throws Refusal `yggdrasil.invalidtoken`; `auth.usernotactivated`, `auth.userblocked`,
 *   `auth.passwordchangerequired`, `auth.consentrequired`; `auth.forbidden` without the permission to join;
 *   `request.toomany`
 */
export async function joinGame(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  { accessToken, selectedProfile, serverId }: Joining,
  { ip }: { ip: string },
): Promise<void> {
  const game = await requireGame(app, { accessToken })
  const { player, standing, sessionId } = game
  const isTheirs = readPlayerId(selectedProfile) === player.id
  if (!isTheirs || isRenamed(game)) throw new Refusal('yggdrasil.invalidtoken')
  await takeCall(app, JOINS_OF_PLAYER, player.id)
  const settings = await app.settings.read()
  const obstacle = await findObstacle({ db: app.db, settings }, player, standing.ban)
  if (obstacle) throw obstacle
  if (!mayJoin(standing, settings)) {
    throw new Refusal('auth.forbidden', { locale: player.locale })
  }

  const now = app.clock.now()
  const join = { serverId, sessionId, playerId: player.id, ip, now, expiresAt: now + JOIN_TTL }
  if (!(await insertJoin(app.db, join))) throw new Refusal('yggdrasil.invalidtoken')
}

type Question = { username: string; serverId: string; ip?: string; isLook: boolean }

/**
 * Tells a game server who has just joined it, once; null if nobody has by that name, or if they may not
 * join any longer.
 *
 * @param asked.ip the address that the player has there; theirs here must be the same.
 * @param asked.isLook whether nothing but the status is wanted: the join stays good (RFC 9110, 9.3.2).
 * @throws Refusal `unavailable` until the site has its key
 */
export async function askHasJoined(
  app: Pick<App, 'db' | 'clock' | 'settings' | 'keys' | 'metrics'>,
  profiles: GameProfiles,
  asked: Question,
): Promise<GameProfile | null> {
  const key = await requireKey(app)
  const profile = await findJoined(app, asked, (found) => profiles.signed(found, key))
  if (!asked.isLook) app.metrics.countJoin(profile ? 'joined' : 'refused')
  return profile
}

async function findJoined(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  { username, serverId, ip, isLook }: Question,
  describe: (found: Described) => Promise<GameProfile>,
): Promise<GameProfile | null> {
  const now = app.clock.now()
  const join = await findJoin(app.db, { serverId, now })
  if (!join || (ip !== undefined && readAddress(ip) !== join.ip)) return null
  const found = await findPlayerWithStanding(app.db, { id: join.playerId }, now)
  if (!found) return null
  const { player, standing } = found
  const isCalledSo = keyOf(username) === keyOf(player.username) && join.name === player.username
  const settings = await app.settings.read()
  if (!isCalledSo || !mayJoin(standing, settings)) return null
  if (await findObstacle({ db: app.db, settings }, player, standing.ban)) return null
  const profile = await describe(found)
  if (isLook) return profile
  return (await takeJoin(app.db, { serverId, sessionId: join.sessionId, now })) ? profile : null
}
