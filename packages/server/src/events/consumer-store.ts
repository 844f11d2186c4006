import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Registers a reader of events, or renews it. Every change that begins after this commit is recorded, as long as there
 * is a reader.
 * @param consumer.name the kind and an id, such as `webhook:<id>`
 * @param consumer.expiresAt when it ends unless it is renewed; null: when it is removed
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
          .then(now) // it had ended, and starts again
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
 * Returns since when there has been a reader without a gap, judged by the oldest current reader; undefined if there is
 * none.
 */
export async function findFirstConsumerAt(db: Db, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('event_consumer')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** A column for another statement: 1 if a webhook or the bot for Discord reads events, else 0. */
export const hasLastingConsumer = sql<number>`case when exists (
  select 1 from event_consumer where expires_at is null) then 1 else 0 end`

export async function deleteExpiredConsumers(db: Db, now: number): Promise<void> {
  await db.deleteFrom('event_consumer').where('expires_at', '<=', now).execute()
}
