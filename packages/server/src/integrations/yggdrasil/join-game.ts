import { type GameProfile, PLAYER_JOIN_LIMIT } from '@portal/contract'
import type { App } from '../../app.ts'
import { findPlayerWithPermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { readAddress } from '../../platform/network/ip-address.ts'
import { lookupKey } from '../../players/player.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { requireSigningKey } from './create-signing-key.ts'
import { findGameBlock, isRenamed, mayPlay, requireGameSession } from './find-game-session.ts'
import type { GameProfiles, PlayerWithPermissions } from './game-profiles.ts'
import { consumeJoin, findJoin, insertJoin } from './join-store.ts'
import { mayJoin } from './may-join.ts'

/** For how long after the announcement a game server can verify a join. */
const JOIN_TTL = 30 * SECOND

type JoinRequest = { accessToken: string; selectedProfile: string; serverId: string }

/**
 * Announces that the player of a game token is about to join a game server. The same player can renew a join; another
 * player can use its server ID only after it expires.
 * @throws Refusal `yggdrasil.invalidtoken`; `auth.usernotactivated`, `auth.userblocked`, `auth.passwordchangerequired`,
 * `auth.consentrequired`; `auth.forbidden` without the permission to join; `request.toomany`
 */
export async function joinGame(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  { accessToken, selectedProfile, serverId }: JoinRequest,
  { ip }: { ip: string },
): Promise<void> {
  const game = await requireGameSession(app, { accessToken })
  const { player, permissions, sessionId } = game
  const isOwnProfile = readPlayerId(selectedProfile) === player.id
  if (!isOwnProfile || isRenamed(game)) throw new Refusal('yggdrasil.invalidtoken')
  await countRateLimitedCall(app, PLAYER_JOIN_LIMIT, player.id)
  const settings = await app.settings.read()
  const signInBlock = await findGameBlock({ db: app.db, settings }, game)
  if (signInBlock) throw signInBlock
  if (!mayJoin(permissions, settings) || !mayPlay(game)) {
    throw new Refusal('auth.forbidden', { locale: player.locale })
  }

  const now = app.clock.now()
  const join = { serverId, sessionId, playerId: player.id, ip, now, expiresAt: now + JOIN_TTL }
  if (!(await insertJoin(app.db, join))) throw new Refusal('yggdrasil.invalidtoken')
}

type HasJoinedQuery = { username: string; serverId: string; ip?: string; isHead: boolean }

/**
 * Returns the profile of the player with this name who has just joined a game server. Consumes the join, so it is
 * returned once. Returns null if there is no such join, or the player may no longer join.
 * @param query.ip the player's address as the game server sees it; if given, it must equal the address that announced
 * the join
 * @param query.isHead whether only the status is needed; the join is then not consumed (RFC 9110, 9.3.2)
 * @throws Refusal `unavailable` until the site has its signing key
 */
export async function findJoinedProfile(
  app: Pick<App, 'db' | 'clock' | 'settings' | 'keys' | 'metrics'>,
  profiles: GameProfiles,
  query: HasJoinedQuery,
): Promise<GameProfile | null> {
  const key = await requireSigningKey(app)
  const profile = await findJoinedPlayer(app, query, (found) => profiles.signed(found, key))
  if (!query.isHead) app.metrics.countJoin(profile ? 'joined' : 'refused')
  return profile
}

async function findJoinedPlayer(
  app: Pick<App, 'db' | 'clock' | 'settings'>,
  { username, serverId, ip, isHead }: HasJoinedQuery,
  describe: (found: PlayerWithPermissions) => Promise<GameProfile>,
): Promise<GameProfile | null> {
  const now = app.clock.now()
  const join = await findJoin(app.db, { serverId, now })
  if (!join || (ip !== undefined && readAddress(ip) !== join.ip)) return null
  const found = await findPlayerWithPermissions(app.db, { id: join.playerId }, now)
  if (!found) return null
  const { player, permissions } = found
  const hasThatName =
    lookupKey(username) === lookupKey(player.username) && join.name === player.username
  const settings = await app.settings.read()
  if (!hasThatName || !mayJoin(permissions, settings)) return null
  const { grantId } = join
  if (await findGameBlock({ db: app.db, settings }, { ...found, grantId })) return null
  const profile = await describe(found)
  if (isHead) return profile
  return (await consumeJoin(app.db, { serverId, sessionId: join.sessionId, now })) ? profile : null
}
