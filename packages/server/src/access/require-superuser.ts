import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { type Editor, findEditor } from './find-editor.ts'

/**
 * What belongs to superusers alone: API keys, and the mark itself.
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireSuperuser(
  app: Pick<App, 'db' | 'clock'>,
  editor: Editor,
): Promise<void> {
  const { standing } = await findEditor(app.db, editor, app.clock.now())
  if (!standing.superuser) throw new Refusal('auth.forbidden')
}
