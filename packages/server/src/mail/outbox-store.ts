import type { MailKind } from '@portal/contract'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'
import { DAY } from '../platform/clock.ts'
import { laneOf } from './lanes.ts'

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
  /**
   * When the mail was written to a file because there was no mail server; `sentAt` is then the same instant. Null
   * otherwise.
   */
  keptAt: number | null
}

export const mailColumns = [
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

export function isWaiting(eb: ExpressionBuilder<Tables, 'outbox'>) {
  return eb.and([eb('sent_at', 'is', null), eb('dead_at', 'is', null), eb('held_at', 'is', null)])
}

export async function insertMail(db: Db, mail: NewQueuedMail): Promise<void> {
  await insertRow(db, mail, null)
}

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

/** Marks a mail as sent or written to a file, and deletes its text, which may contain a code or a link. */
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

/** Marks a mail as held back and deletes its text, because it will never be sent. */
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
 * Queues a mail again, unless it was sent, was held back, or is being sent.
 * @returns whether the mail was queued
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

export async function listMails(
  db: Db,
  limit: number,
  part: { among?: 'waiting' | 'dead' | 'held' | undefined; beforeId?: string | undefined } = {},
): Promise<QueuedMail[]> {
  const { among, beforeId } = part
  return db
    .selectFrom('outbox')
    .select(mailColumns)
    .$if(among === 'waiting', (query) => query.where(isWaiting))
    .$if(among === 'dead', (query) => query.where('dead_at', 'is not', null))
    .$if(among === 'held', (query) => query.where('held_at', 'is not', null))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export type MailCounts = { waiting: number; dead: number; held: number }

export async function countMails(db: Db, now: number): Promise<MailCounts> {
  const mails = db.selectFrom('outbox').select((eb) => eb.fn.countAll<number>().as('count'))
  const waiting = await mails.where(isWaiting).executeTakeFirstOrThrow()
  const dead = await mails.where('dead_at', 'is not', null).executeTakeFirstOrThrow()
  const held = await mails.where('held_at', '>', now - DAY).executeTakeFirstOrThrow()
  return { waiting: waiting.count, dead: dead.count, held: held.count }
}

export async function deleteOldMails(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('sent_at', '<', before), eb('held_at', '<', before)]))
    .execute()
}

/**
 * Deletes the mails that told players of the deletion of their accounts, because these mails contain an address. Keeps
 * mails that still have to be sent.
 */
export async function deleteDeletedPlayerMails(db: Db): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('kind', '=', 'account-deleted')
    .where((eb) => eb.not(isWaiting(eb)))
    .execute()
}
