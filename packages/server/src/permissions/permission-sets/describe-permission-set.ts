import type { Rank, Role } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { PermissionSetKey } from './edit-permission-set.ts'
import {
  isPermissionSetId,
  isSystemRole,
  notFoundCodes,
  type PermissionSet,
} from './permission-set.ts'
import { countPlayersWithRole, findPermissionSet } from './permission-set-store.ts'

export async function describeRole(db: Db, role: PermissionSet): Promise<Role> {
  const { id, name, priority, permissions } = role
  const system = isSystemRole(id)
  const players = system ? null : await countPlayersWithRole(db, id)
  return { id, name, priority, permissions: [...permissions], system, players }
}

export function describeRank({ id, name, color, icon, permissions }: PermissionSet): Rank {
  return { id, name, color, icon, permissions: [...permissions] }
}

export async function requirePermissionSet(
  db: Db,
  { kind, id }: PermissionSetKey,
): Promise<PermissionSet> {
  const permissionSet = isPermissionSetId(id) ? await findPermissionSet(db, kind, id) : undefined
  if (!permissionSet) throw new Refusal(notFoundCodes[kind])
  return permissionSet
}
