import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { findEditor } from '../find-editor.ts'

/**
 * Allows only superusers: for API keys, the mail server, backups, and who is a superuser.
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireSuperuser({
  tx,
  by,
  now,
}: Pick<Work<Actor>, 'tx' | 'by' | 'now'>): Promise<void> {
  const { standing } = await findEditor(tx, by, now)
  if (!standing.superuser) throw new Refusal('auth.forbidden')
}
