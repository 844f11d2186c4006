import type { AuditAction } from '@portal/contract'
import type { Clock } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'

/** An entry of the audit log. Contains no secrets. */
export type AuditEntry = {
  action: AuditAction
  /** The author of the change: a player's ID, `command` for the command line, `api-key:<id>`, or null if unknown. */
  actor: string | null
  target: string | null
  ip: string | null
  before?: string | null
  after?: string | null
}

export type Audit = Required<AuditEntry> & { id: string; at: number }

export function newAudit(app: { clock: Clock; random: Random }, entry: AuditEntry): Audit {
  const at = app.clock.now()
  return { id: newSortableId(app.random, at), at, before: null, after: null, ...entry }
}
