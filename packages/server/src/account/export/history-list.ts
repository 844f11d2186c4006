import type { AuditAction } from '../../audit/audit.ts'
import type { Row, Whose } from './export-part.ts'

/**
 * The players whose export shows an audit entry: `both` the actor and the target, the `actor` alone, or `nobody`. A
 * staff note about a player is for the `actor`.
 */
type Readers = 'both' | 'actor' | 'nobody'

/** Every audit action; a new one does not compile until it is decided here. */
const readers = {
  'site.set-up': 'both',
  'player.registered': 'both',
  'player.created': 'both',
  'players.imported': 'both',
  'players.updated': 'both',
  'player.moved-in': 'both',
  'player.not-moved-in': 'both',
  'import.started': 'both',
  'import.ended': 'both',
  'import.failed': 'both',
  'player.activated': 'both',
  'player.expired': 'both',
  'player.deleted': 'both',
  'deletion.asked': 'both',
  'deletion.cancelled': 'both',
  'player.email': 'both',
  'player.username': 'both',
  'player.name-freed': 'both',
  'player.superuser': 'both',
  'player.banned': 'both',
  'player.unbanned': 'both',
  'player.profile': 'both',
  'player.balance': 'both',
  'player.roles': 'both',
  'player.permissions': 'both',
  'grant.given': 'both',
  'grant.taken': 'both',
  'role.created': 'both',
  'role.changed': 'both',
  'role.deleted': 'both',
  'group.created': 'both',
  'group.changed': 'both',
  'group.deleted': 'both',
  'login.succeeded': 'both',
  'login.missed': 'both',
  'login.paused': 'both',
  'login.refused': 'both',
  'login.password-known': 'both',
  'session.closed': 'both',
  'session.reused': 'both',
  'sessions.closed': 'both',
  'sessions.displaced': 'both',
  'password.set': 'both',
  'password.changed': 'both',
  'password.change-required': 'both',
  'password.reset-requested': 'both',
  'password.reset': 'both',
  'two-factor.enabled': 'both',
  'two-factor.disabled': 'both',
  'two-factor.removed': 'both',
  'recovery-codes.made': 'both',
  'recovery-codes.used': 'both',
  'passkey.added': 'both',
  'passkey.renamed': 'both',
  'passkey.removed': 'both',
  'passkey.copied': 'both',
  'passkeys.removed': 'both',
  'identity.linked': 'both',
  'identity.unlinked': 'both',
  'identities.removed': 'both',
  'identity-provider.created': 'both',
  'identity-provider.changed': 'both',
  'identity-provider.deleted': 'both',
  'launcher-password.created': 'both',
  'launcher-password.revoked': 'both',
  'export.requested': 'both',
  'export.downloaded': 'both',
  'export.written': 'both',
  'texture.uploaded': 'both',
  'texture.removed': 'both',
  'texture.worn': 'both',
  'texture.copied': 'both',
  'picture.uploaded': 'both',
  'setting.changed': 'both',
  'keys.rotated': 'both',
  'api-key.created': 'both',
  'api-key.changed': 'both',
  'api-key.revoked': 'both',
  'api-key.refused': 'both',
  'launcher.probed': 'both',
  'mail.retried': 'both',
  'news.created': 'both',
  'news.changed': 'both',
  'news.deleted': 'both',
  'page.created': 'both',
  'page.changed': 'both',
  'page.deleted': 'both',
  'page.ordered': 'both',
  'consent.given': 'both',
  'mail.tested': 'both',
  'backup.made': 'both',
  'backup.downloaded': 'both',
  'mail.server-changed': 'both',
  'mail.server-removed': 'both',
} as const satisfies Record<AuditAction, Readers>

const decided: ReadonlyMap<string, Readers> = new Map(Object.entries(readers))

/**
 * Decides whether a player's export shows an audit entry. An entry with an unknown action is left out: a newer version may
 * have written it.
 */
export function isInHistory(
  { action, actor }: Row,
  { id }: Pick<Whose, 'id'>,
  decisions = decided,
): boolean {
  const who = decisions.get(String(action))
  return who === 'both' || (who === 'actor' && actor === id)
}
