import type { Db } from '../database/database.ts'

export async function listRoleIds(db: Db, playerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('player_role')
    .select('role_id')
    .where('player_id', '=', playerId)
    .orderBy('role_id')
    .execute()
  return rows.map((row) => row.role_id)
}

export async function insertRoleIds(
  tx: Db,
  playerId: string,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return
  const rows = roleIds.map((roleId) => ({ player_id: playerId, role_id: roleId }))
  await tx.insertInto('player_role').values(rows).execute()
}

export async function deleteRoleIds(
  tx: Db,
  playerId: string,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return
  await tx
    .deleteFrom('player_role')
    .where('player_id', '=', playerId)
    .where('role_id', 'in', roleIds)
    .execute()
}

export type PersonalNode = { node: string; expiresAt: number | null }

export async function listPersonalNodes(
  db: Db,
  playerId: string,
  now: number,
): Promise<PersonalNode[]> {
  const rows = await db
    .selectFrom('player_node')
    .select(['node', 'expires_at as expiresAt'])
    .where('player_id', '=', playerId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute()
  return rows.sort((a, b) => (a.node < b.node ? -1 : 1))
}

/** Replaces the personal nodes of a player by the given ones. Also deletes nodes that have ended. */
export async function replacePersonalNodes(
  tx: Db,
  playerId: string,
  nodes: readonly PersonalNode[],
): Promise<void> {
  await tx.deleteFrom('player_node').where('player_id', '=', playerId).execute()
  if (nodes.length === 0) return
  const rows = nodes.map(({ node, expiresAt }) => ({
    player_id: playerId,
    node,
    expires_at: expiresAt,
  }))
  await tx.insertInto('player_node').values(rows).execute()
}
