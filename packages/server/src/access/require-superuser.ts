import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { Refusal } from '../errors.ts'
import { findEditor } from './find-editor.ts'

/**
 * What belongs to superusers alone: API keys, and the mark itself.
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireSuperuser(
  app: Pick<App, 'db' | 'clock'>,
  editor: Actor,
): Promise<void> {
  const { standing } = await findEditor(app.db, editor, app.clock.now())
  if (!standing.superuser) throw new Refusal('auth.forbidden')
}
