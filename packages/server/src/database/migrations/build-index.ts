import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../database.ts'

/**
 * Builds an index while other transactions read and write the table. If an earlier build was interrupted, PostgreSQL
 * has an invalid index, which this drops first.
 * @param on the table and its columns, such as `player (created_at)`
 */
export async function buildIndex(db: Db, name: string, on: string): Promise<void> {
  const concurrently = sql.raw(speaksPostgres(db) && !db.isTransaction ? 'concurrently' : '')
  if (speaksPostgres(db)) {
    const { rows } = await sql`
      select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
    if (rows.length > 0) await sql`drop index ${concurrently} ${sql.ref(name)}`.execute(db)
  }
  await sql`create index ${concurrently} if not exists ${sql.ref(name)} on ${sql.raw(on)}`.execute(
    db,
  )
}
