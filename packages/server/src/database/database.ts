import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Tables } from './tables/tables.ts'

export type Db = Kysely<Tables>

export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Whether the database is PostgreSQL, for the few statements that differ between the databases. */
export function speaksPostgres(db: Pick<Db, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
