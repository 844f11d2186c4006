import type { PermissionId } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import type { Player } from '../player/player.ts'
import { lockPlayer } from '../player/player-store.ts'
import { decide } from './decide.ts'
import { type Editor, findEditor } from './find-editor.ts'
import { findStanding } from './find-standing.ts'
import { holds, mayEdit, uncoveredBy } from './giving.ts'
import type { Node } from './node.ts'
import { registryOf } from './registry.ts'
import type { Standing } from './standing.ts'

/** `db` may be an open transaction; else one is opened. */
export type EditorNeeds = Pick<App, 'db' | 'clock' | 'random'>

/** `standing` is the editor's, `player` whom he edits. */
export type Edit = { tx: Db; standing: Standing; player: Player; now: number }

/**
 * Changes what a player holds, one change after the other: what `work` reads of him nobody else
 * changes until it is done.
 *
 * @param asks the permission that the change demands.
 * @throws Refusal `player.notfound`; `auth.forbidden` when the editor lacks the permission or may
 *   not edit this player
 */
export async function editHolder<T>(
  app: EditorNeeds,
  editor: Editor,
  target: { id: string; asks: PermissionId },
  work: (edit: Edit) => Promise<T>,
): Promise<T> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    const player = await lockPlayer(tx, target.id)
    if (!player) throw new Refusal('player.notfound')
    const standing = await findEditor(tx, editor, now)
    const may =
      decide(standing, target.asks, registryOf([])).allowed &&
      mayEdit(standing, await findStanding(tx, player, now))
    if (!may) throw new Refusal('auth.forbidden')
    return work({ tx, standing, player, now })
  })
}

/** @throws Refusal `auth.forbidden` when the editor does not hold all that is given. */
export function requireHeld(editor: Standing, given: readonly Node[]): void {
  if (!given.every(({ segments }) => holds(editor, segments))) throw new Refusal('auth.forbidden')
}

/**
 * For when something was taken from the player that also denied: he may now be allowed what it had
 * covered, and that is a gift like any other.
 *
 * @throws Refusal `auth.forbidden` when the editor does not hold what the player gains.
 */
export async function requireUncoveredHeld(
  { tx, standing, player, now }: Edit,
  taken: readonly Node[],
): Promise<void> {
  const denials = taken.filter(({ allows }) => !allows)
  if (denials.length === 0) return
  const gained = uncoveredBy(await findStanding(tx, player, now), denials)
  if (!gained.every((place) => holds(standing, place))) throw new Refusal('auth.forbidden')
}
