import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import type { Player } from '../player/player.ts'
import { type Editor, findEditor } from './find-editor.ts'
import { findStanding } from './find-standing.ts'
import { mayEdit } from './giving.ts'

/** `db` may be an open transaction, so that what is asked and what is changed stand together. */
type Needs = Pick<App, 'db' | 'clock'>

/**
 * Whether an editor may change anything of a player at all: whoever edits a player asks here, on
 * top of the permission of what he does (permissions, Who may edit whom).
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireEditable(
  app: Needs,
  editor: Editor,
  target: Pick<Player, 'id' | 'activatedAt' | 'superuserAt'>,
): Promise<void> {
  const now = app.clock.now()
  const standing = await findEditor(app.db, editor, now)
  if (mayEdit(standing, await findStanding(app.db, target, now))) return
  throw new Refusal('auth.forbidden')
}

/**
 * What belongs to superusers alone: API keys, and the mark itself.
 *
 * @throws Refusal `auth.forbidden`
 */
export async function requireSuperuser(app: Needs, editor: Editor): Promise<void> {
  const { superuser } = await findEditor(app.db, editor, app.clock.now())
  if (!superuser) throw new Refusal('auth.forbidden')
}
