import type { ErrorCode, RankLook } from '@portal/contract'

export type PermissionSet = RankLook & {
  id: string
  kind: PermissionSetKind
  name: string
  /** The priority of a role: the role with the highest number decides first. 0 for ranks. */
  priority: number
  permissions: readonly string[]
}

export const NO_LOOK: RankLook = { color: null, icon: null }

export type PermissionSetKind = 'role' | 'group'

/** The roles that the site assigns itself: to every player, during a ban, and before the confirmation. */
export const SYSTEM_ROLES: readonly string[] = ['default', 'banned', 'unactivated']

/**
 * Whether a role is one that the site assigns itself. Such a role cannot be deleted or assigned, and has no priority.
 */
export function isSystemRole(id: string): boolean {
  return SYSTEM_ROLES.includes(id)
}

export function isPermissionSetId(text: string): boolean {
  return /^[a-z0-9_-]{1,32}$/.test(text)
}

export const notFoundCodes = {
  role: 'role.notfound',
  group: 'group.notfound',
} as const satisfies Record<PermissionSetKind, ErrorCode>

export function auditText({ kind, name, priority, permissions, ...rest }: PermissionSet): string {
  const { color, icon } = rest
  return JSON.stringify({ name, priority, permissions, ...(kind === 'group' && { color, icon }) })
}
