import type { ErrorCode } from '@portal/contract'

/** A named list of nodes: a role, or a donate group. Their ids share one namespace (permissions, Ids). */
export type Bundle = {
  id: string
  kind: BundleKind
  name: string
  /** Of a role; the highest is asked first. 0 for groups. */
  priority: number
  /** Stored forms, sorted, without repeats. */
  permissions: readonly string[]
}

export type BundleKind = 'role' | 'group'

/** What the site itself gives and takes: to everybody, while a ban runs, until activation. */
const SYSTEM = ['default', 'banned', 'unactivated']

/** Whether a role is the site's own: it is not deleted and not given, and has no priority. */
export function isSystem(id: string): boolean {
  return SYSTEM.includes(id)
}

/** Whether a text can be the id of a role or group; whatever cannot is nobody's. */
export function isId(text: string): boolean {
  return /^[a-z0-9_-]{1,32}$/.test(text)
}

/** What an editor is told when there is no such one. */
export const notFound = {
  role: 'role.notfound',
  group: 'group.notfound',
} as const satisfies Record<BundleKind, ErrorCode>

/** What the audit keeps of a bundle. */
export function auditText({ name, priority, permissions }: Bundle): string {
  return JSON.stringify({ name, priority, permissions })
}
