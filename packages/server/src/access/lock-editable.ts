import type { PermissionId } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { Node } from '@portal/contract/node'
import type { Actor } from '../audit/actor.ts'
import type { Work } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import type { Player } from '../player/player.ts'
import { lockPlayer } from '../player/player-store.ts'
import { findEditor } from './find-editor.ts'
import { type Demand, holdsAll, holdsPowersOf, mayEdit, uncoveredBy } from './giving.ts'
import { registryOf } from './registry.ts'
import { findOutlook } from './standing/find-standing.ts'
import { atMost, type Outlook } from './standing/outlook.ts'

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

/** @throws Refusal `auth.forbidden` when the editor does not hold everything demanded, for as long. */
export function requireHeld(editor: Outlook, demands: readonly Demand[]): void {
  if (!holdsAll(editor, demands)) throw new Refusal('auth.forbidden')
}

/**
 * Checks a change that took denials from the player. What these had denied may now be allowed, or will
 * be once a ban ends, and that is a gift like any other.
 *
 * @param taken.end when the denials would have ended by themselves.
 * @throws Refusal `auth.forbidden` when the editor does not hold what the player gains.
 */
export async function requireUncoveredHeld(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { player, editor }: Edited,
  { nodes, end }: { nodes: readonly Node[]; end: number },
): Promise<void> {
  const denials = nodes.filter(({ allows }) => !allows)
  if (denials.length === 0) return
  const left = atMost(await findOutlook(tx, player, now))
  requireHeld(
    editor,
    uncoveredBy(left, denials).map((pattern) => ({ pattern, end })),
  )
}
