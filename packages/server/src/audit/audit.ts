import type { Clock } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'

/** What is written down (security, Audit). One word per thing that can happen. */
export type AuditAction =
  | 'player.registered'
  | 'player.created'
  | 'player.activated'
  | 'player.email'
  | 'login.succeeded'
  | 'login.missed'
  | 'login.paused'
  | 'session.closed'
  | 'session.reused'
  | 'sessions.closed'
  | 'password.set'
  | 'password.changed'
  | 'password.change-required'
  | 'password.reset-requested'
  | 'password.reset'
  | 'two-factor.enabled'
  | 'two-factor.disabled'
  | 'two-factor.removed'
  | 'setting.changed'
  | 'keys.rotated'
  | 'mail.retried'

/** Who did what to whom, from where, and what changed. Never a secret. */
export type AuditEntry = {
  action: AuditAction
  /** A player's id, `command` for the owner's command line, null when nobody is known. */
  actor: string | null
  /** A player's id or the name of the thing. */
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
