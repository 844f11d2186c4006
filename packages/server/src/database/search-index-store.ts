import { sql } from 'kysely'
import { type Db, speaksPostgres } from './database.ts'

export const SQLITE_SEARCH_INDEX = 'player_search'

/** Whether the database has the index that finds players by a part of their name. */
export async function isSearchIndexed(db: Db): Promise<boolean> {
  if (!speaksPostgres(db)) return true
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass('player_search_index')::text as name`.execute(db)
  return typeof rows[0]?.name === 'string'
}
