import type { auditActions } from '@portal/contract'
import type { Clock } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'

/** What can be recorded in the audit trail (docs/security.md#audit): a name for each kind of event. */
export type AuditAction = (typeof auditActions)[number]

/** Who did what to whom, from where, and what changed. It never contains a secret. */
export type AuditEntry = {
  action: AuditAction
  /** A player's id, `command` for the owner's command line, `api-key:<id>`, or null when unknown. */
  actor: string | null
  /** A player's id, or the name of a thing. */
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
