import { sql } from 'kysely'
import type { Db } from '../database.ts'

export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable('outbox')
    .addColumn('lane', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('outbox').addColumn('held_at', 'bigint').execute()
  await sql`update outbox
    set lane = case when kind in ('activation', 'new-address', 'reset', 'test') then 0 else 2 end
      + case when last_error is null then 0 else 1 end
    where sent_at is null`.execute(db)

  await db.schema.dropIndex('outbox_waiting_index').execute()
  await db.schema.dropIndex('outbox_unsent_index').execute()
  const waits = sql<boolean>`sent_at is null and dead_at is null and held_at is null`
  const held = sql<boolean>`held_at is not null`
  for (const [name, columns, rows] of [
    ['outbox_lane_index', ['lane', 'next_try_at'], waits],
    ['outbox_unsent_index', ['id'], waits],
    ['outbox_held_index', ['id'], held],
    ['outbox_held_at_index', ['held_at'], held],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('outbox')
      .columns([...columns])
      .where(rows)
      .execute()
  }
}
