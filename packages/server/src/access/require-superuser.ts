import type { Actor } from '../audit/actor.ts'
import type { Work } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import { findEditor } from './find-editor.ts'

/**
 * For changes that are superusers' alone: API keys, and the mark itself.
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireSuperuser({ tx, by, now }: Work<Actor>): Promise<void> {
  const { standing } = await findEditor(tx, by, now)
  if (!standing.superuser) throw new Refusal('auth.forbidden')
}
