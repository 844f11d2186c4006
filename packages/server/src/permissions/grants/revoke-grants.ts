import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { demandsOf, lent } from '../delegation.ts'
import { FOR_GOOD } from '../effective/permission-forecast.ts'
import { lockEditable } from '../lock-editable.ts'
import { gainerOf, requireGivable, requireUncoveredGivable } from '../require-givable.ts'
import { auditText, type Grant } from './grant.ts'
import { listLeftGrants, markGrantTaken } from './grant-store.ts'
import { type Gift, isOf, listGiftNodes, toSubject } from './grantable.ts'

/** Names one grant, or all grants of a group or of a node. */
export type WhichGrants = { grantId: string } | Gift

/**
 * Takes a player's grants that are running or have not begun. They stay in the history.
 *
 * @returns how many were taken.
 * @throws Refusal `grant.notfound` when there is none (of parallel calls, one takes it);
 *   `auth.forbidden` when the editor may not edit the player, or does not hold what a single node
 *   denied, or what the player gains because a group denied it; `auth.proofrequired`; `player.notfound`
 */
export async function takeGrants(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  { id: playerId }: Pick<Player, 'id'>,
  which: WhichGrants,
): Promise<number> {
  const isMeant = meant(which)
  return change(app, by, async (work) => {
    const { tx, now } = work
    const edited = await lockEditable(work, playerId, 'panel.players.groups')
    const taken = (await listLeftGrants(tx, playerId, now)).filter(isMeant)
    if (taken.length === 0) throw new Refusal('grant.notfound')
    for (const grant of taken) {
      const nodes = await listGiftNodes(tx, grant)
      const end = grant.expiresAt ?? FOR_GOOD
      if (grant.node !== null) {
        const demands = demandsOf(lent(nodes, end), [])
        const gainer = gainerOf(edited.player)
        await requireGivable(app, work, edited.editor, { demands, gainer })
      }
      await markGrantTaken(tx, grant.id, now)
      work.note('grant.taken', playerId, { before: auditText(grant) })
      await requireUncoveredGivable(app, work, edited, { nodes, end })
    }
    return taken.length
  })
}

function meant(which: WhichGrants): (grant: Grant) => boolean {
  if ('grantId' in which) return ({ id }) => id === which.grantId
  const subject = toSubject(which)
  return (grant) => isOf(grant, subject)
}
