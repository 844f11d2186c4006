import { type RawBuilder, sql } from 'kysely'
import { type Db, speaksPostgres } from '../database/database.ts'

/**
 * How much of the table one statement reads, so that it stays short: 5,000 pages (40 MB) on PostgreSQL, 20,000 rows on
 * SQLite.
 */
const BATCH_SIZE = { pages: 5000, rows: 20_000 }

/**
 * Deletes expired sessions. Reads the whole table in batches: an index on the expiry would have to be updated by every
 * refresh. The scan can miss a row that moves during it, which is harmless: only a refresh moves a row.
 */
export async function deleteExpiredSessions(
  db: Db,
  now: number,
  batchSize = BATCH_SIZE,
): Promise<void> {
  const batches = speaksPostgres(db) ? pagesOf(db, batchSize.pages) : rowsOf(db, batchSize.rows)
  for await (const batch of batches) {
    await sql`delete from session where expires_at <= ${now} and ${batch}`.execute(db)
  }
}

async function* pagesOf(db: Db, batchSize: number): AsyncGenerator<RawBuilder<unknown>> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size('session'::regclass) / current_setting('block_size')::int as pages
  `.execute(db)
  const pages = rows[0]?.pages ?? 0
  for (let first = 0; first < pages; first += batchSize) {
    const [from, until] = [`(${first},0)`, `(${first + batchSize},0)`]
    yield sql`ctid >= ${from}::tid and ctid < ${until}::tid`
  }
}

async function* rowsOf(db: Db, batchSize: number): AsyncGenerator<RawBuilder<unknown>> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from (
      select rowid from session where rowid > ${after} order by rowid limit ${sql.lit(batchSize)}
    )`.execute(db)
    const last = rows[0]?.last
    if (typeof last !== 'number') return
    yield sql`rowid > ${after} and rowid <= ${last}`
    after = last
  }
}
