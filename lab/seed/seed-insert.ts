import { CompiledQuery } from 'kysely'
import { type Db, speaksPostgres } from '../../packages/server/src/database/database.ts'

export type Value = string | number | null

/** The number of rows per transaction, and the number of values per statement (PostgreSQL allows 65,535). */
const BATCH_SIZE = 50_000
const MAX_PARAMETERS = 30_000

/**
 * Fills a table with `count` rows, starting with `rowAt(0)`. The statement text is built once, so that a
 * million rows take seconds.
 */
export async function insertMany(
  db: Db,
  table: string,
  columns: readonly string[],
  count: number,
  rowAt: (index: number) => readonly Value[],
): Promise<void> {
  const rowsOfStatement = Math.floor(MAX_PARAMETERS / columns.length)
  for (let begin = 0; begin < count; begin += BATCH_SIZE) {
    const end = Math.min(begin + BATCH_SIZE, count)
    await db.transaction().execute(async (tx) => {
      for (let first = begin; first < end; first += rowsOfStatement) {
        const rows = Math.min(rowsOfStatement, end - first)
        const values: Value[] = []
        for (let row = first; row < first + rows; row += 1) values.push(...rowAt(row))
        await tx.executeQuery(CompiledQuery.raw(insertText(tx, table, columns, rows), values))
      }
    })
    process.stderr.write(`\r${table}: ${end} of ${count}`)
  }
  process.stderr.write('\n')
}

function insertText(db: Db, table: string, columns: readonly string[], rows: number): string {
  const postgres = speaksPostgres(db)
  const place = (number: number) => (postgres ? `$${number}` : '?')
  const lists = Array.from({ length: rows }, (_, row) => {
    const places = columns.map((_, column) => place(row * columns.length + column + 1))
    return `(${places.join(',')})`
  })
  return `insert into ${table} (${columns.join(',')}) values ${lists.join(',')}`
}
