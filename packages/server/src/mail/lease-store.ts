import type { Expression, ExpressionBuilder } from 'kysely'
import { type Db, speaksPostgres } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'
import { LANES } from './kinds.ts'
import { isWaiting, mailColumns, type QueuedMail } from './outbox-store.ts'

/** A lease, and how much longer the last sender gets to say that a mail was sent. */
export type Lease = { now: number; leasedUntil: number; doubtedUntil: number }

/**
 * Leases the next mail to one sender until `leasedUntil`: in the first lane with a due mail, the one
 * that has waited longest. One statement does it, so no two senders hold the same mail.
 *
 * A mail whose lease ended without a word of its sender is only doubted at first: the sender may have
 * sent it and lost the database before that was written down. By this statement the database is back,
 * so a sender that lives writes it before `doubtedUntil`. Afterwards the mail is free.
 *
 * @returns the mail; `isDoubted` if it is not to be sent.
 */
export async function leaseMail(
  db: Db,
  lease: Lease,
): Promise<(QueuedMail & { isDoubted: boolean }) | undefined> {
  const skips = speaksPostgres(db) // not those that others are leasing
  const mail = await db
    .updateTable('outbox')
    .set((eb) => {
      const isFree = eb.or([eb('leased_until', '=', 0), eb('doubted_at', 'is not', null)])
      const ifFree = <Value>(yes: Expression<Value>, no: Expression<Value>) =>
        eb.case().when(isFree).then(yes).else(no).end()
      const instant = (at: number) => eb.cast<number>(eb.val(at), 'bigint') // a CASE has no type of its own
      return {
        leased_until: ifFree(instant(lease.leasedUntil), instant(lease.doubtedUntil)),
        tries: ifFree(eb('tries', '+', 1), eb.ref('tries')),
        doubted_at: ifFree<number | null>(eb.val(null), instant(lease.now)),
      }
    })
    .where('id', '=', (eb) => {
      const next = (lane: number) => nextOfLane(eb, { lane, now: lease.now, skips })
      const { asked, askedAgain, notice, noticeAgain } = LANES
      return eb.fn.coalesce(next(asked), next(askedAgain), next(notice), next(noticeAgain))
    })
    .where('leased_until', '<=', lease.now)
    .where(isWaiting)
    .returning([...mailColumns, 'doubted_at as doubtedAt'])
    .executeTakeFirst()
  if (!mail) return undefined
  const { doubtedAt, ...queued } = mail
  return { ...queued, isDoubted: doubtedAt !== null }
}

/** Finds the next mail of a lane by one index seek, however many mails wait or are not due yet. */
function nextOfLane(
  eb: ExpressionBuilder<Tables, 'outbox'>,
  { lane, now, skips }: { lane: number; now: number; skips: boolean },
) {
  return eb
    .selectFrom('outbox')
    .select('id')
    .where('lane', '=', lane)
    .where('next_try_at', '<=', now)
    .where('leased_until', '<=', now)
    .where(isWaiting)
    .orderBy('next_try_at')
    .limit(1)
    .$if(skips, (query) => query.forUpdate().skipLocked())
}
