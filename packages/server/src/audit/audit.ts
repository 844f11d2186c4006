import type { Clock } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'

/** What can be recorded in the audit trail (docs/security.md#audit): a name for each kind of event. */
export type AuditAction =
  | 'site.set-up'
  | 'player.registered'
  | 'player.created'
  | 'players.imported'
  | 'player.activated'
  | 'player.expired'
  | 'player.email'
  | 'player.username'
  | 'player.superuser'
  | 'player.banned'
  | 'player.unbanned'
  | 'player.balance'
  | 'player.roles'
  | 'player.permissions'
  | 'grant.given'
  | 'grant.taken'
  | 'role.created'
  | 'role.changed'
  | 'role.deleted'
  | 'group.created'
  | 'group.changed'
  | 'group.deleted'
  | 'login.succeeded'
  | 'login.missed'
  | 'login.paused'
  | 'login.refused'
  | 'login.password-known'
  | 'session.closed'
  | 'session.reused'
  | 'sessions.closed'
  | 'sessions.displaced'
  | 'password.set'
  | 'password.changed'
  | 'password.change-required'
  | 'password.reset-requested'
  | 'password.reset'
  | 'two-factor.enabled'
  | 'two-factor.disabled'
  | 'two-factor.removed'
  | 'texture.uploaded'
  | 'texture.removed'
  | 'picture.uploaded'
  | 'setting.changed'
  | 'keys.rotated'
  | 'api-key.created'
  | 'api-key.changed'
  | 'api-key.revoked'
  | 'api-key.refused'
  | 'mail.retried'
  | 'news.created'
  | 'news.changed'
  | 'news.deleted'
  | 'mail.tested'
  | 'mail.server-changed'
  | 'mail.server-removed'

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
