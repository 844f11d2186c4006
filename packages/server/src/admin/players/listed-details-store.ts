import type { Db } from '../../database/database.ts'
import type { Player } from '../../players/player.ts'

export async function listRolesOf(
  db: Db,
  playerIds: readonly string[],
): Promise<{ playerId: string; role: string }[]> {
  if (playerIds.length === 0) return []
  return db
    .selectFrom('player_role')
    .select(['player_id as playerId', 'role_id as role'])
    .where('player_id', 'in', playerIds)
    .orderBy('role_id')
    .execute()
}

/** Lists the active ranks of players, in the order of ranks. A rank that a player has by several grants is repeated. */
export async function listGroupsOf(
  db: Db,
  playerIds: readonly string[],
  now: number,
): Promise<{ playerId: string; group: string }[]> {
  if (playerIds.length === 0) return []
  const rows = await db
    .selectFrom('donate_grant')
    .innerJoin('bundle', 'bundle.id', 'donate_grant.group_id')
    .select(['player_id as playerId', 'bundle.id as group', 'position'])
    .where('player_id', 'in', playerIds)
    .where('taken_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute()
  const placeOf = ({ position }: { position: number | null }) => position ?? Number.MAX_SAFE_INTEGER
  return rows.sort((a, b) => placeOf(a) - placeOf(b) || (a.group < b.group ? -1 : 1))
}

/**
 * Returns when players last signed in or used an open session, according to their devices and sessions. For a player
 * whose devices and sessions were deleted, returns the start of the day of the last visit.
 */
export async function listLastVisits(
  db: Db,
  players: readonly Pick<Player, 'id' | 'seenOn'>[],
): Promise<Map<string, number>> {
  if (players.length === 0) return new Map()
  const playerIds = players.map(({ id }) => id)
  const devices = db
    .selectFrom('device')
    .select(['player_id as playerId', 'last_seen_at as at'])
    .where('player_id', 'in', playerIds)
  const sessions = db
    .selectFrom('session')
    .select(['player_id as playerId', 'updated_at as at'])
    .where('player_id', 'in', playerIds)
  const known = players.filter(({ seenOn }) => seenOn > 0)
  const last = new Map(known.map(({ id, seenOn }) => [id, seenOn]))
  for (const { playerId, at } of await devices.unionAll(sessions).execute()) {
    last.set(playerId, Math.max(at, last.get(playerId) ?? 0))
  }
  return last
}
