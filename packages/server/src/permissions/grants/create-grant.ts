import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { isoOrNull } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import type { Player } from '../../players/player.ts'
import { permissionsRequiredFor, withEnd } from '../delegation.ts'
import { NEVER_ENDS } from '../effective/permission-forecast.ts'
import { type EditContext, lockEditable } from '../lock-editable.ts'
import { requireGrantable, rightsGivenAlert } from '../require-grantable.ts'
import {
  addPeriod,
  auditText,
  type Grant,
  isActiveOrScheduled,
  longestGrant,
  type Period,
} from './grant.ts'
import { grantSourceOf } from './grant-source.ts'
import { insertGrant, listActiveAndScheduledGrants, updateGrantEnd } from './grant-store.ts'
import {
  type Grantable,
  type GrantKey,
  isGrantOf,
  listGrantableNodes,
  toGrantKey,
} from './grantable.ts'

/** A grant to create. It starts now if `startsAt` is undefined or in the past. */
export type NewGrant = { grantable: Grantable; period: Period; startsAt?: number | undefined }

/**
 * Creates a grant. If the player has the rank or node already when the period starts, extends that grant instead. The
 * lock of the player's row makes concurrent calls run one after another, so that no period is lost.
 * @throws Refusal `player.notfound`, `group.notfound`; `request.invalid` for an end before the start; `auth.forbidden`
 * if the editor may not edit the player, or lacks, until the end of the grant, a permission that it allows or a panel
 * permission that it denies; `auth.proofrequired`; `permission.notassignable`
 */
export async function createGrant(
  app: ChangeDeps & Pick<App, 'config'>,
  by: Actor,
  { id: playerId }: Pick<Player, 'id'>,
  newGrant: NewGrant,
): Promise<Grant> {
  toGrantKey(newGrant.grantable) // checks the node before the transaction
  return change(app, by, async (work) => {
    const editable = await lockEditable(work, playerId, 'panel.players.groups')
    return (await addGrant(app, work, editable, newGrant)).grant
  })
}

/**
 * Creates or extends a grant of a locked player, as a part of another change.
 * @returns the grant, and in `existing` the grant before it was extended; undefined for a new grant
 * @throws the refusals of `createGrant`
 */
export async function addGrant(
  app: Pick<App, 'config' | 'random'>,
  work: UnitOfWork<Actor>,
  { player, editor }: EditContext,
  { grantable, period, startsAt }: NewGrant,
): Promise<{ grant: Grant; existing: Grant | undefined }> {
  const { tx, now, by } = work
  const { id: playerId } = player
  const grantKey = toGrantKey(grantable)
  const nodes = await listGrantableNodes(tx, grantKey)
  const start = Math.max(now, startsAt ?? now)
  if ('until' in period && period.until <= start) throw pastEndRefusal()

  const existing = await findActiveGrant(work, { playerId, grantKey, at: start })
  const grant: Grant = existing
    ? { ...existing, expiresAt: addPeriod(existing.expiresAt, period) }
    : {
        ...grantKey,
        id: newSortableId(app.random, now),
        startsAt: start,
        expiresAt: addPeriod(start, period),
        createdAt: now,
        author: by.actor,
        takenAt: null,
      }
  const required = permissionsRequiredFor([], withEnd(nodes, grant.expiresAt ?? NEVER_ENDS))
  await requireGrantable(app, work, editor, { required, alert: rightsGivenAlert(player) })

  if (existing) await updateGrantEnd(tx, grant)
  else await insertGrant(tx, playerId, grant)
  const before = existing ? auditText(existing) : null
  work.audit('grant.given', playerId, { before, after: auditText(grant) })
  if (grant.group !== null && grant.startsAt <= now) {
    const until = isoOrNull(grant.expiresAt)
    const source = grantSourceOf(by)
    work.emit('player.group_given', { player: playerId, group: grant.group, until, source })
  }
  return { grant, existing }
}

async function findActiveGrant(
  { tx, now }: UnitOfWork,
  search: { playerId: string; grantKey: GrantKey; at: number },
): Promise<Grant | undefined> {
  const candidates = await listActiveAndScheduledGrants(tx, search.playerId, now)
  return longestGrant(
    candidates.filter(
      (grant) =>
        isGrantOf(grant, search.grantKey) &&
        grant.startsAt <= search.at &&
        isActiveOrScheduled(grant, search.at),
    ),
  )
}

function pastEndRefusal(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: 'until', keyword: 'past' }] })
}
