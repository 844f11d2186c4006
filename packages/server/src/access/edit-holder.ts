import type { PermissionId } from '@portal/contract'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { Refusal } from '../errors.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { Player } from '../player/player.ts'
import { lockPlayer } from '../player/player-store.ts'
import { findEditor } from './find-editor.ts'
import { type Demand, holdsAll, holdsPowersOf, mayEdit, uncoveredBy } from './giving.ts'
import type { Node } from './node/node.ts'
import { registryOf } from './registry.ts'
import { decide } from './standing/decide.ts'
import { findOutlook } from './standing/find-standing.ts'
import { atMost, type Outlook } from './standing/outlook.ts'

/** `db` may be an open transaction; else one is opened. */
export type EditorNeeds = Pick<App, 'db' | 'clock' | 'random'>

/** `by` is what the editor holds, `player` who is edited. */
export type Edit = { tx: Db; by: Outlook; player: Player; now: number }

/** What changes the account itself: who has its address, its password or its sessions has its power. */
const CHANGES_ACCOUNT: readonly PermissionId[] = [
  'panel.players.edit',
  'panel.players.activate',
  'panel.players.2fa',
  'panel.players.sessions',
]

/**
 * Changes what a player holds, one change after the other: what `work` reads of the player nobody
 * else changes until it is done.
 *
 * @param asks the permission that the change demands.
 * @throws Refusal `player.notfound`; `auth.forbidden` when the editor lacks the permission, may not
 *   edit this player, or changes an account that can do more in the panel than they can
 */
export async function editHolder<T>(
  app: EditorNeeds,
  editor: Actor,
  target: { id: string; asks: PermissionId },
  work: (edit: Edit) => Promise<T>,
): Promise<T> {
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    const player = await lockPlayer(tx, target.id)
    if (!player) throw new Refusal('player.notfound')
    const by = await findEditor(tx, editor, now)
    const holder = await findOutlook(tx, player, now)
    const may =
      decide(by.standing, target.asks, registryOf([])).allowed &&
      mayEdit(by.standing, holder.standing) &&
      (!CHANGES_ACCOUNT.includes(target.asks) || holdsPowersOf(holder, by))
    if (!may) throw new Refusal('auth.forbidden')
    return work({ tx, by, player, now })
  })
}

/** @throws Refusal `auth.forbidden` when the editor does not hold all that is demanded, for as long. */
export function requireHeld(by: Outlook, demands: readonly Demand[]): void {
  if (!holdsAll(by, demands)) throw new Refusal('auth.forbidden')
}

/**
 * For when something was taken from the player that also denied: they may now be allowed what it
 * had covered, or will be once a ban is over, and that is a gift like any other.
 *
 * @param taken.end when it would have ended by itself.
 * @throws Refusal `auth.forbidden` when the editor does not hold what the player gains.
 */
export async function requireUncoveredHeld(
  { tx, by, player, now }: Edit,
  { nodes, end }: { nodes: readonly Node[]; end: number },
): Promise<void> {
  const denials = nodes.filter(({ allows }) => !allows)
  if (denials.length === 0) return
  const left = atMost(await findOutlook(tx, player, now))
  requireHeld(
    by,
    uncoveredBy(left, denials).map((pattern) => ({ pattern, end })),
  )
}
