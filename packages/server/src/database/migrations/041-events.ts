import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'

/** Adds events for other programs, the readers of events, and the progress of the tasks that process events. */
export async function up(db: Db): Promise<void> {
  const isPostgres = speaksPostgres(db)
  await db.schema
    .createTable('event')
    .addColumn('seq', isPostgres ? 'bigint' : 'integer', (column) =>
      isPostgres
        ? column.primaryKey().generatedByDefaultAsIdentity()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn('number', 'bigint', (column) => column.unique())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('player_id', 'text')
    .addColumn('username', 'text')
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('data', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('event_unnumbered_index')
    .on('event')
    .column('seq')
    .where(sql.ref('number'), 'is', null)
    .execute()
  await db.schema.createIndex('event_player_index').on('event').column('player_id').execute()
  await db.schema.createIndex('event_actor_index').on('event').column('actor_id').execute()
  await db.schema
    .createTable('event_consumer')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await db.schema
    .createTable('event_progress')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute()
  await db.insertInto('event_progress').values({ name: 'numbered', position: 0 }).execute()
  await db.insertInto('event_progress').values({ name: 'expired', position: 0 }).execute()
}
