import { type RawBuilder, sql } from 'kysely'
import { type Db, speaksPostgres } from '../database/database.ts'

/** How much of the table one statement reads, so that none takes long: 40 MB, or as many rows. */
const AT_ONCE = { pages: 5000, rows: 20_000 }

/**
 * Deletes sessions that have expired. There is no index by which to find them, because every refresh would
 * have to change it, so the whole table is read, piece by piece. A session that moves meanwhile was
 * refreshed.
 */
export async function deleteExpiredSessions(db: Db, now: number, atOnce = AT_ONCE): Promise<void> {
  const pieces = speaksPostgres(db) ? pagesOf(db, atOnce.pages) : rowsOf(db, atOnce.rows)
  for await (const piece of pieces) {
    await sql`delete from session where expires_at <= ${now} and ${piece}`.execute(db)
  }
}

async function* pagesOf(db: Db, atOnce: number): AsyncGenerator<RawBuilder<unknown>> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size('session'::regclass) / current_setting('block_size')::int as pages
  `.execute(db)
  const pages = rows[0]?.pages ?? 0
  for (let first = 0; first < pages; first += atOnce) {
    const [from, until] = [`(${first},0)`, `(${first + atOnce},0)`]
    yield sql`ctid >= ${from}::tid and ctid < ${until}::tid`
  }
}

async function* rowsOf(db: Db, atOnce: number): AsyncGenerator<RawBuilder<unknown>> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from (
      select rowid from session where rowid > ${after} order by rowid limit ${sql.lit(atOnce)}
    )`.execute(db)
    const last = rows[0]?.last
    if (typeof last !== 'number') return
    yield sql`rowid > ${after} and rowid <= ${last}`
    after = last
  }
}
