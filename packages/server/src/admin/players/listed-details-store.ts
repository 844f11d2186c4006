import type { Db } from '../../database/database.ts'

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

export async function listGroupsOf(
  db: Db,
  playerIds: readonly string[],
  now: number,
): Promise<{ playerId: string; group: string }[]> {
  if (playerIds.length === 0) return []
  return db
    .selectFrom('donate_grant')
    .select(['player_id as playerId', 'group_id as group'])
    .where('player_id', 'in', playerIds)
    .where('group_id', 'is not', null)
    .where('taken_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .$narrowType<{ group: string }>()
    .execute()
}

/** Returns when players last signed in or used an open session, by their devices and sessions. */
export async function listLastVisits(
  db: Db,
  playerIds: readonly string[],
): Promise<Map<string, number>> {
  if (playerIds.length === 0) return new Map()
  const devices = db
    .selectFrom('device')
    .select(['player_id as playerId', 'last_seen_at as at'])
    .where('player_id', 'in', playerIds)
  const sessions = db
    .selectFrom('session')
    .select(['player_id as playerId', 'updated_at as at'])
    .where('player_id', 'in', playerIds)
  const last = new Map<string, number>()
  for (const { playerId, at } of await devices.unionAll(sessions).execute()) {
    last.set(playerId, Math.max(at, last.get(playerId) ?? 0))
  }
  return last
}
