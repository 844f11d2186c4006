import type { Expression, ExpressionBuilder } from 'kysely'
import { type Db, speaksPostgres } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'
import { LANES } from './lanes.ts'
import { isWaiting, mailColumns, type QueuedMail } from './outbox-store.ts'

export type LeaseTimes = { now: number; leasedUntil: number; uncertainUntil: number }

/**
 * Leases the next mail to one sender until `leasedUntil`: the mail that has waited longest, of the first lane with a
 * due mail. One statement decides, so no two senders have the same mail. A mail whose lease has expired is first marked
 * as uncertain: its sender may have sent it and lost the database before recording that. If the sender is alive it now
 * records that until `uncertainUntil`, because this statement shows that the database is back. Afterwards the mail can
 * be leased again.
 * @returns the mail, which must not be sent if `isUncertain`; undefined if no mail is due
 */
export async function leaseMail(
  db: Db,
  lease: LeaseTimes,
): Promise<(QueuedMail & { isUncertain: boolean }) | undefined> {
  const skips = speaksPostgres(db) // skip mails that other senders are leasing
  const mail = await db
    .updateTable('outbox')
    .set((eb) => {
      const isFree = eb.or([eb('leased_until', '=', 0), eb('doubted_at', 'is not', null)])
      const ifFree = <Value>(yes: Expression<Value>, no: Expression<Value>) =>
        eb.case().when(isFree).then(yes).else(no).end()
      const instant = (at: number) => eb.cast<number>(eb.val(at), 'bigint') // a CASE has no type of its own
      return {
        leased_until: ifFree(instant(lease.leasedUntil), instant(lease.uncertainUntil)),
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
  return { ...queued, isUncertain: doubtedAt !== null }
}

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
