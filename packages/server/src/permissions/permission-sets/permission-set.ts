import type { ErrorCode } from '@portal/contract'

/**
 * A named list of nodes: a role or a donate group. They share one namespace of ids
 * (docs/contract.md#roles-groups-grants).
 */
export type Bundle = {
  id: string
  kind: BundleKind
  name: string
  /** Of a role; the highest decides first. 0 for groups. */
  priority: number
  /** Nodes in their stored form, sorted, without repeats. */
  permissions: readonly string[]
}

export type BundleKind = 'role' | 'group'

/** Roles that the site assigns: to everybody, during a ban, and until activation. */
export const SYSTEM_ROLES: readonly string[] = ['default', 'banned', 'unactivated']

/** Whether a role belongs to the site: it cannot be deleted or given, and has no priority. */
export function isSystem(id: string): boolean {
  return SYSTEM_ROLES.includes(id)
}

/** Whether a text can be the id of a role or a group. */
export function isId(text: string): boolean {
  return /^[a-z0-9_-]{1,32}$/.test(text)
}

/** The refusal for a bundle that does not exist. */
export const notFound = {
  role: 'role.notfound',
  group: 'group.notfound',
} as const satisfies Record<BundleKind, ErrorCode>

/** Writes a bundle for the audit trail. */
export function auditText({ name, priority, permissions }: Bundle): string {
  return JSON.stringify({ name, priority, permissions })
}
