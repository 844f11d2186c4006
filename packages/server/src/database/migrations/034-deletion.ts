import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'
import { withOpenSchema } from '../sqlite/dialect.ts'

/**
 * Adds the time when an account will be deleted, and the tombstones of deleted accounts. The ledger outlives players,
 * so its foreign key is dropped.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('player').addColumn('deletes_at', 'bigint').execute()
  await db.schema
    .createTable('husk')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .execute()
  await (speaksPostgres(db) ? makeNullableOnPostgres(db) : makeNullableOnSqlite(db))
}

async function makeNullableOnPostgres(db: Db): Promise<void> {
  await sql`alter table balance_entry drop constraint if exists balance_entry_player_id_fkey`.execute(
    db,
  )
}

/**
 * Removes the foreign key of the ledger by editing the schema, as in 022-optional-email.ts. SQLite's manual allows this
 * way.
 */
async function makeNullableOnSqlite(db: Db): Promise<void> {
  await withOpenSchema(db, async () => {
    for (const statement of BY_SCHEMA) await sql.raw(statement).execute(db)
  })
}

const BY_SCHEMA = [
  'pragma writable_schema = on',
  `update sqlite_schema set sql = replace(sql, ' references "player" ("id")', '')
    where type = 'table' and name = 'balance_entry'`,
  'pragma writable_schema = reset',
]
