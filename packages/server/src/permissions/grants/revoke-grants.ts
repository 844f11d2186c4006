import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { permissionsRequiredFor, withEnd } from '../delegation.ts'
import { NEVER_ENDS } from '../effective/permission-forecast.ts'
import { lockEditable } from '../lock-editable.ts'
import {
  requireGrantable,
  requireRegainedGrantable,
  rightsGivenAlert,
} from '../require-grantable.ts'
import { auditText, type Grant } from './grant.ts'
import { grantSourceOf } from './grant-source.ts'
import { listActiveAndScheduledGrants, markGrantRevoked } from './grant-store.ts'
import { type Grantable, isGrantOf, listGrantableNodes, toGrantKey } from './grantable.ts'

export type GrantSelector = { grantId: string } | Grantable

/**
 * Revokes grants of a player, which stay in the history. Only one of several concurrent calls revokes a grant.
 * @returns how many were revoked
 * @throws Refusal `grant.notfound`; `auth.forbidden` if the editor may not edit the player, lacks a permission that a
 * revoked node denied, or lacks a permission that the player gains because a revoked rank denied it;
 * `auth.proofrequired`
 */
export async function revokeGrants(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { id: playerId }: Pick<Player, 'id'>,
  selector: GrantSelector,
): Promise<number> {
  const isSelected = selectedBy(selector)
  return change(app, by, async (work) => {
    const { tx, now } = work
    const editContext = await lockEditable(work, playerId, 'panel.players.groups')
    const revoked = (await listActiveAndScheduledGrants(tx, playerId, now)).filter(isSelected)
    if (revoked.length === 0) throw new Refusal('grant.notfound')
    for (const grant of revoked) {
      const nodes = await listGrantableNodes(tx, grant)
      const end = grant.expiresAt ?? NEVER_ENDS
      if (grant.node !== null) {
        const required = permissionsRequiredFor(withEnd(nodes, end), [])
        const alert = rightsGivenAlert(editContext.player)
        await requireGrantable(app, work, editContext.editor, { required, alert })
      }
      await markGrantRevoked(tx, grant.id, now)
      work.audit('grant.taken', playerId, { before: auditText(grant) })
      if (grant.group !== null && grant.startsAt <= now) {
        const until = isoInstant(now)
        const source = grantSourceOf(by)
        work.emit('player.group_ended', { player: playerId, group: grant.group, until, source })
      }
      await requireRegainedGrantable(app, work, editContext, { nodes, end })
    }
    return revoked.length
  })
}

function selectedBy(selector: GrantSelector): (grant: Grant) => boolean {
  if ('grantId' in selector) return ({ id }) => id === selector.grantId
  const grantKey = toGrantKey(selector)
  return (grant) => isGrantOf(grant, grantKey)
}
