import type { Actor } from '../../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../../change/change.ts'
import { Refusal } from '../../errors.ts'
import { newSortableId } from '../../platform/random.ts'
import type { Player } from '../../player/player.ts'
import { type Gift, isOf, listGiftNodes, type Subject, toSubject } from '../gift.ts'
import { demandsOf, lent } from '../giving.ts'
import { lockEditable, requireHeld } from '../lock-editable.ts'
import { FOR_GOOD } from '../standing/outlook.ts'
import { addPeriod, auditText, type Grant, isLeft, longest, type Period } from './grant.ts'
import { insertGrant, listLeftGrants, updateGrantEnd } from './grant-store.ts'

/** `startsAt` absent, or not ahead: now. */
export type Giving = { gift: Gift; period: Period; startsAt?: number | undefined }

/**
 * Gives a player a donate group or a single permission for a time. Where they have the same at the
 * start of that time, it is added to the end of what they have; of any number of parallel gifts none
 * is lost, because each first waits for the player's row.
 *
 * @returns the grant as it is now.
 * @throws Refusal `group.notfound`; `request.invalid` for a node that is none, or an end that is not
 *   ahead; `permission.notassignable`; `auth.forbidden` when the editor may not edit the player, or
 *   does not hold what is given, and what it denies of the panel, until the grant ends;
 *   `player.notfound`
 */
export async function giveGrant(
  app: ChangeNeeds,
  by: Actor,
  { id: playerId }: Pick<Player, 'id'>,
  { gift, period, startsAt }: Giving,
): Promise<Grant> {
  const subject = toSubject(gift)
  return change(app, by, async (work) => {
    const { tx, now } = work
    const { editor } = await lockEditable(work, playerId, 'panel.players.groups')
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
    requireHeld(editor, demandsOf([], lent(nodes, grant.expiresAt ?? FOR_GOOD)))

    if (had) await updateGrantEnd(tx, grant)
    else await insertGrant(tx, playerId, grant)
    const before = had ? auditText(had) : null
    work.note('grant.given', playerId, { before, after: auditText(grant) })
    return grant
  })
}

/** The grant of the same that the player has at an instant, be it now or ahead. */
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
