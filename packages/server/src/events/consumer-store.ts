import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Registers a reader of events, or renews it. As long as there is a reader, every change that begins after this commit
 * is recorded.
 * @param consumer.name the kind and an ID, such as `webhook:<id>`
 * @param consumer.expiresAt when the reader ends unless it is renewed; null: it remains until it is removed
 */
export async function addConsumer(
  db: Db,
  consumer: { name: string; now: number; expiresAt?: number | null },
): Promise<void> {
  const { name, now, expiresAt = null } = consumer
  await db
    .insertInto('event_consumer')
    .values({ name, created_at: now, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        expires_at: expiresAt,
        created_at: eb
          .case()
          .when('event_consumer.expires_at', '<=', now)
          .then(now) // the reader had ended and starts again
          .else(eb.ref('event_consumer.created_at'))
          .end(),
      })),
    )
    .execute()
}

export async function removeConsumer(db: Db, name: string): Promise<void> {
  await db.deleteFrom('event_consumer').where('name', '=', name).execute()
}

/**
 * Returns since when there has always been a reader: the instant when the oldest current reader was added; undefined if
 * there is no reader.
 */
export async function findFirstConsumerAt(db: Db, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_consumer')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  return row?.at ?? undefined
}

/**
 * An expression for other statements: 1 if there is a reader that does not expire (a webhook or the Discord bot),
 * otherwise 0.
 */
export const hasLastingConsumer = sql<number>`case when exists (
  select 1 from event_consumer where expires_at is null) then 1 else 0 end`

export async function deleteExpiredConsumers(db: Db, now: number): Promise<void> {
  await db.deleteFrom('event_consumer').where('expires_at', '<=', now).execute()
}
