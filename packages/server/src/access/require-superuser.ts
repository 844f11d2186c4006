import type { Actor } from '../audit/actor.ts'
import type { Work } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import { findEditor } from './find-editor.ts'

/**
 * Allows only superusers, for changes to API keys and to who is a superuser.
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireSuperuser({ tx, by, now }: Work<Actor>): Promise<void> {
  const { standing } = await findEditor(tx, by, now)
  if (!standing.superuser) throw new Refusal('auth.forbidden')
}
