import type { EffectivePermissions } from '../../src/permissions/effective/effective.ts'
import type { PermissionRow } from '../../src/permissions/effective/effective-store.ts'
import { toEffectivePermissions } from '../../src/permissions/effective/find-effective-permissions.ts'

/** A short form of what a player holds, with nodes in stored form. */
export type Holdings = {
  superuser?: boolean
  /** Nodes of the role `banned`. If present, the player is banned. */
  banned?: readonly string[]
  /** Nodes of the role `unactivated`. If present, the address is not confirmed. */
  unactivated?: readonly string[]
  personal?: readonly string[]
  /** Nodes of single-node grants. */
  donate?: readonly string[]
  groups?: Readonly<Record<string, readonly string[]>>
  roles?: Readonly<Record<string, readonly [priority: number, ...nodes: string[]]>>
  default?: readonly string[]
}

export function effectivePermissionsOf(holdings: Holdings): EffectivePermissions {
  const player = {
    id: 'steve',
    activatedAt: holdings.unactivated ? null : 1,
    superuserAt: holdings.superuser ? 1 : null,
  }
  return toEffectivePermissions(player, rowsOf(holdings))
}

/** Returns the database rows of a player with these holdings. */
export function rowsOf(holdings: Holdings): PermissionRow[] {
  const { banned, unactivated, personal = [], donate = [], groups = {}, roles = {} } = holdings
  return [
    permissionSet('system', 'default', holdings.default ?? []),
    permissionSet('system', 'banned', banned ?? ['-*']),
    permissionSet('system', 'unactivated', unactivated ?? ['-*']),
    ...(banned ? [{ ...row('ban', 'griefing'), id: 'ban' }] : []),
    ...personal.map((node) => row('personal', node)),
    ...donate.map((node) => row('donate', node)),
    ...Object.entries(groups).map(([id, nodes]) => permissionSet('group', id, nodes)),
    ...Object.entries(roles).map(([id, [priority, ...nodes]]) => ({
      ...permissionSet('role', id, nodes),
      priority,
    })),
  ]
}

function permissionSet(
  kind: PermissionRow['kind'],
  id: string,
  nodes: readonly string[],
): PermissionRow {
  return { ...row(kind, JSON.stringify(nodes)), id, name: id.toUpperCase() }
}

function row(kind: PermissionRow['kind'], text: string): PermissionRow {
  return { kind, id: '', name: '', priority: 0, text, endsAt: null }
}
