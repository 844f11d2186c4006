import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import type { Player } from '../../players/player.ts'
import { demandsOf, lent } from '../delegation.ts'
import { FOR_GOOD } from '../effective/permission-forecast.ts'
import { lockEditable } from '../lock-editable.ts'
import { gainerOf, requireGivable } from '../require-givable.ts'
import { addPeriod, auditText, type Grant, isLeft, longest, type Period } from './grant.ts'
import { insertGrant, listLeftGrants, updateGrantEnd } from './grant-store.ts'
import { type Gift, isOf, listGiftNodes, type Subject, toSubject } from './grantable.ts'

/** A gift to make. Without `startsAt`, or with one in the past, it starts now. */
export type Giving = { gift: Gift; period: Period; startsAt?: number | undefined }

/**
 * Gives a player a donate group or a single permission for a period. If the player already has the same
 * when the period starts, the period is added to the end of that grant. No parallel gift is lost,
 * because each first waits for the lock of the player's row.
 *
 * @returns the new or extended grant.
 * @throws Refusal `group.notfound`; `request.invalid` for an invalid node, or an end that is not in
 *   the future; `permission.notassignable`; `auth.forbidden` when the editor may not edit the player,
 *   or does not hold what the grant allows, and what it denies of the panel, until it ends;
 *   `auth.proofrequired`; `player.notfound`
 */
export async function giveGrant(
  app: ChangeNeeds & Pick<App, 'config'>,
  by: Actor,
  { id: playerId }: Pick<Player, 'id'>,
  { gift, period, startsAt }: Giving,
): Promise<Grant> {
  const subject = toSubject(gift)
  return change(app, by, async (work) => {
    const { tx, now } = work
    const { player, editor } = await lockEditable(work, playerId, 'panel.players.groups')
    const nodes = await listGiftNodes(tx, subject)
    const start = Math.max(now, startsAt ?? now)
    if ('until' in period && period.until <= start) throw endedAlready()

    const had = await findRunning(work, { playerId, subject, at: start })
    const grant: Grant = had
      ? { ...had, expiresAt: addPeriod(had.expiresAt, period) }
      : {
          ...subject,
          id: newSortableId(app.random, now),
          startsAt: start,
          expiresAt: addPeriod(start, period),
          createdAt: now,
          author: by.actor,
          takenAt: null,
        }
    const demands = demandsOf([], lent(nodes, grant.expiresAt ?? FOR_GOOD))
    await requireGivable(app, work, editor, { demands, gainer: gainerOf(player) })

    if (had) await updateGrantEnd(tx, grant)
    else await insertGrant(tx, playerId, grant)
    const before = had ? auditText(had) : null
    work.note('grant.given', playerId, { before, after: auditText(grant) })
    return grant
  })
}

/** Finds the player's grant of the same gift at an instant, now or in the future. */
async function findRunning(
  { tx, now }: Work,
  wanted: { playerId: string; subject: Subject; at: number },
): Promise<Grant | undefined> {
  const left = await listLeftGrants(tx, wanted.playerId, now)
  return longest(
    left.filter(
      (grant) =>
        isOf(grant, wanted.subject) && grant.startsAt <= wanted.at && isLeft(grant, wanted.at),
    ),
  )
}

function endedAlready(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: 'until', keyword: 'past' }] })
}
