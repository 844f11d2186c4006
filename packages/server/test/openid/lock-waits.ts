import { sql } from 'kysely'
import type { Site } from '../support/site.ts'

/** Counts the statements of a site that wait for a lock of PostgreSQL. */
export async function countLockWaits({ app }: Pick<Site, 'app'>): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length
}
