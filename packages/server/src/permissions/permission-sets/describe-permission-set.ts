import type { Group, Role } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { BundleKey } from './edit-permission-set.ts'
import { type Bundle, isId, isSystem, notFound } from './permission-set.ts'
import { countHolders, findBundle } from './permission-set-store.ts'

/** Describes a role for the panel. */
export async function describeRole(db: Db, role: Bundle): Promise<Role> {
  const { id, name, priority, permissions } = role
  const system = isSystem(id)
  const players = system ? null : await countHolders(db, id)
  return { id, name, priority, permissions: [...permissions], system, players }
}

/** Describes a donate group for the panel. */
export function describeGroup({ id, name, permissions }: Bundle): Group {
  return { id, name, permissions: [...permissions] }
}

/** @throws Refusal `role.notfound` or `group.notfound` */
export async function requireBundle(db: Db, { kind, id }: BundleKey): Promise<Bundle> {
  const bundle = isId(id) ? await findBundle(db, kind, id) : undefined
  if (!bundle) throw new Refusal(notFound[kind])
  return bundle
}
