import type { Db } from '../database.ts'

/** A mail in the outbox; its text is sealed (see outbox.ts). */
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
] as const

export type NewQueuedMail = Pick<
  QueuedMail,
  'id' | 'kind' | 'recipient' | 'sealedMail' | 'createdAt'
>

export async function insertMail(db: Db, mail: NewQueuedMail): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: mail.id,
      kind: mail.kind,
      recipient: mail.recipient,
      sealed_mail: mail.sealedMail,
      created_at: mail.createdAt,
      tries: 0,
      next_try_at: mail.createdAt,
      leased_until: 0,
      last_error: null,
      sent_at: null,
      dead_at: null,
    })
    .execute()
}

/**
 * Takes the mail that waits longest, for one sender until `leasedUntil`. One statement does it, so
 * no two instances hold the same mail; a sender that dies gives it back when the lease is over.
 */
export async function leaseMail(
  db: Db,
  lease: { now: number; leasedUntil: number },
): Promise<QueuedMail | undefined> {
  return db
    .updateTable('outbox')
    .set((eb) => ({ leased_until: lease.leasedUntil, tries: eb('tries', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('next_try_at', '<=', lease.now)
        .where('leased_until', '<=', lease.now)
        .orderBy('next_try_at')
        .limit(1),
    )
    .where('leased_until', '<=', lease.now)
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Its text is not needed any more and is wiped: it may hold a code or a link. */
export async function markSent(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, sealed_mail: '', last_error: null })
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
    .set({
      last_error: failure.error,
      next_try_at: failure.nextTryAt,
      dead_at: failure.deadAt,
      leased_until: 0,
    })
    .where('id', '=', id)
    .execute()
}

/** Gives a mail that was not sent, nor is under way, its tries back. @returns whether there was one. */
export async function reviveMail(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ dead_at: null, tries: 0, next_try_at: now, leased_until: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
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

/** Newest first, from the mail after `beforeId`; all, or those alone that wait or are dead. */
export async function listMails(
  db: Db,
  limit: number,
  part: { among?: 'waiting' | 'dead' | undefined; beforeId?: string | undefined } = {},
): Promise<QueuedMail[]> {
  const { among, beforeId } = part
  return db
    .selectFrom('outbox')
    .select(columns)
    .$if(among === 'waiting', (query) =>
      query.where('sent_at', 'is', null).where('dead_at', 'is', null),
    )
    .$if(among === 'dead', (query) => query.where('dead_at', 'is not', null))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many wait to be sent, and how many were given up. Both are counted by an index. */
export async function countMails(db: Db): Promise<{ waiting: number; dead: number }> {
  const count = (dead: 'is' | 'is not') =>
    db
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll<number>().as('mails'))
      .where('sent_at', 'is', null)
      .where('dead_at', dead, null)
      .executeTakeFirstOrThrow()
  return { waiting: (await count('is')).mails, dead: (await count('is not')).mails }
}

export async function deleteSentMails(db: Db, sentBefore: number): Promise<void> {
  await db.deleteFrom('outbox').where('sent_at', '<', sentBefore).execute()
}
