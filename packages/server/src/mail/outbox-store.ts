import type { Expression, ExpressionBuilder } from 'kysely'
import { DAY } from '../platform/clock.ts'
import { type Db, speaksPostgres } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { LANES, laneOf, type MailKind } from './kinds.ts'

/** A mail in the outbox. Its text is sealed (see outbox.ts). */
export type QueuedMail = {
  id: string
  kind: string
  recipient: string
  sealedMail: string
  createdAt: number
  tries: number
  nextTryAt: number
  lastError: string | null
  sentAt: number | null
  deadAt: number | null
  heldAt: number | null
  /** When it became a file because there was no mail server; `sentAt` is the same instant then. */
  keptAt: number | null
}

const columns = [
  'id',
  'kind',
  'recipient',
  'sealed_mail as sealedMail',
  'created_at as createdAt',
  'tries',
  'next_try_at as nextTryAt',
  'last_error as lastError',
  'sent_at as sentAt',
  'dead_at as deadAt',
  'held_at as heldAt',
  'kept_at as keptAt',
] as const

export type NewQueuedMail = Pick<
  QueuedMail,
  'id' | 'kind' | 'recipient' | 'sealedMail' | 'createdAt'
> & { lane: number }

/** Selects mails that are not sent, dead or held back; the indexes of the outbox cover these. */
export function isWaiting(eb: ExpressionBuilder<Tables, 'outbox'>) {
  return eb.and([eb('sent_at', 'is', null), eb('dead_at', 'is', null), eb('held_at', 'is', null)])
}

export async function insertMail(db: Db, mail: NewQueuedMail): Promise<void> {
  await insertRow(db, mail, null)
}

/** Inserts a mail that was held back before it was rendered. */
export async function insertHeldMail(
  db: Db,
  mail: Pick<QueuedMail, 'id' | 'recipient'> & { kind: MailKind; heldAt: number },
): Promise<void> {
  const { heldAt, ...about } = mail
  const row = { ...about, lane: laneOf(mail.kind), sealedMail: '', createdAt: heldAt }
  await insertRow(db, row, heldAt)
}

async function insertRow(db: Db, mail: NewQueuedMail, heldAt: number | null): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: mail.id,
      kind: mail.kind,
      recipient: mail.recipient,
      sealed_mail: mail.sealedMail,
      created_at: mail.createdAt,
      lane: mail.lane,
      tries: 0,
      next_try_at: mail.createdAt,
      leased_until: 0,
      last_error: null,
      sent_at: null,
      dead_at: null,
      held_at: heldAt,
      kept_at: null,
      doubted_at: null,
    })
    .execute()
}

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
    .returning([...columns, 'doubted_at as doubtedAt'])
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

/**
 * Marks a mail as sent, or as kept in a file, and wipes its text, which may contain a code or a link.
 */
export async function markSent(
  db: Db,
  id: string,
  { now, kept }: { now: number; kept: boolean },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, kept_at: kept ? now : null, sealed_mail: '', last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Marks a mail as held back and wipes its text, because it will never be sent. */
export async function markHeld(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ held_at: now, sealed_mail: '' })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(
  db: Db,
  id: string,
  failure: { error: string; nextTryAt: number; deadAt: number | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({
      last_error: failure.error,
      next_try_at: failure.nextTryAt,
      dead_at: failure.deadAt,
      leased_until: 0,
      lane: eb('lane', '|', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Gives a mail its tries back, unless it was sent or held back, or is being sent.
 *
 * @returns whether there was such a mail.
 */
export async function reviveMail(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ dead_at: null, tries: 0, next_try_at: now, leased_until: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('held_at', 'is', null)
    .where('leased_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function reviveDeadMails(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ dead_at: null, tries: 0, next_try_at: now, leased_until: 0 })
    .where('dead_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists mails, newest first, starting after `beforeId`: all, or only those of one state. */
export async function listMails(
  db: Db,
  limit: number,
  part: { among?: 'waiting' | 'dead' | 'held' | undefined; beforeId?: string | undefined } = {},
): Promise<QueuedMail[]> {
  const { among, beforeId } = part
  return db
    .selectFrom('outbox')
    .select(columns)
    .$if(among === 'waiting', (query) => query.where(isWaiting))
    .$if(among === 'dead', (query) => query.where('dead_at', 'is not', null))
    .$if(among === 'held', (query) => query.where('held_at', 'is not', null))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type MailCounts = { waiting: number; dead: number; held: number }

/** Counts, by indexes, the mails that wait, that are dead, and that were held back within a day. */
export async function countMails(db: Db, now: number): Promise<MailCounts> {
  const mails = db.selectFrom('outbox').select((eb) => eb.fn.countAll<number>().as('count'))
  const waiting = await mails.where(isWaiting).executeTakeFirstOrThrow()
  const dead = await mails.where('dead_at', 'is not', null).executeTakeFirstOrThrow()
  const held = await mails.where('held_at', '>', now - DAY).executeTakeFirstOrThrow()
  return { waiting: waiting.count, dead: dead.count, held: held.count }
}

/** Deletes the mails that were sent or held back before an instant. */
export async function deleteOldMails(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('sent_at', '<', before), eb('held_at', '<', before)]))
    .execute()
}
