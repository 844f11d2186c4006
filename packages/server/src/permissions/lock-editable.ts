import type { PermissionId } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { Actor } from '../audit/actor.ts'
import type { Work } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { lockPlayer } from '../players/player-store.ts'
import { holdsPowersOf, mayEdit } from './delegation.ts'
import { findOutlook } from './effective/find-effective-permissions.ts'
import type { Outlook } from './effective/permission-forecast.ts'
import { findEditor } from './find-editor.ts'
import { registryOf } from './permission-registry.ts'

/** Permissions to change the account itself: whoever controls its address or sessions has its power. */
const CHANGES_ACCOUNT: readonly PermissionId[] = [
  'panel.players.edit',
  'panel.players.activate',
  'panel.players.2fa',
  'panel.players.sessions',
  'panel.players.delete',
]

/** The player to edit, and what the actor of the change holds. */
export type Edited = { player: Player; editor: Outlook }

/**
 * Locks a player for a change, if its actor may edit them. Until the change ends nobody else changes
 * what it reads of the player (docs/contract.md#who-may-edit-whom).
 *
 * @param asks the permission that the change requires.
 * @throws Refusal `player.notfound`; `auth.forbidden` when the actor lacks the permission, may not
 *   edit this player, or would change an account that can do more in the panel than they can
 */
export async function lockEditable(
  { tx, by, now }: Work<Actor>,
  id: string,
  asks: PermissionId,
): Promise<Edited> {
  const player = await lockPlayer(tx, id)
  if (!player) throw new Refusal('player.notfound')
  const editor = await findEditor(tx, by, now)
  const holder = await findOutlook(tx, player, now)
  const may =
    decide(editor.standing, asks, registryOf([])).allowed &&
    mayEdit(editor.standing, holder.standing) &&
    (!CHANGES_ACCOUNT.includes(asks) || holdsPowersOf(holder, editor))
  if (!may) throw new Refusal('auth.forbidden')
  return { player, editor }
}
