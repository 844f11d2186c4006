import type { Fields, Table } from './connection/source-database.ts'
import { columnOf } from './connection/tables-store.ts'
import { ImportRefused } from './import-refused.ts'
import type { Opened, Reading, SourceOptions, SourceRow } from './source.ts'

type OneTable = {
  table: string
  /** Its key; a column may be renamed like any other. */
  key: string
  columns: readonly string[]
  /** Columns without which this is another program's table. */
  required: readonly string[]
  toRow(fields: Fields): SourceRow
}

/** Opens a source that is one table. @throws ImportRefused when there is no such table. */
export async function readTable(
  from: Opened,
  options: SourceOptions,
  told: (sentence: string) => void,
  { table: usual, key, columns, required, toRow }: OneTable,
): Promise<Reading> {
  if (!('database' in from)) throw new ImportRefused('a database is needed')
  const { database } = from
  const name = options.table ?? options.prefix + usual
  const table = await database.findTable(name)
  if (!table) throw new ImportRefused(`there is no table ${name}; --table names another one`)

  const theirs = (ours: string): string => options.columns.get(ours.toLowerCase()) ?? ours
  const read = columns.map(theirs)
  for (const column of [...required.map(theirs), ...options.columns.values()]) {
    if (columnOf(table, column)) continue
    throw new ImportRefused(`the table ${table.name} has no column ${column}; --column renames one`)
  }
  unreadColumns(table, read, told)
  const total = await database.count(table)
  let done = 0
  async function* rowsOf(slices: AsyncIterable<Fields[]>) {
    for await (const slice of slices) {
      yield slice.map((fields) => toRow(renamed(fields, options.columns)))
      done += slice.length
    }
  }
  const slices = rowsOf(database.slices(table, { key: theirs(key), columns: read }))
  return { total: () => total, done: () => done, slices }
}

/** Tells which columns of a table nobody reads. */
export function unreadColumns(
  { name, columns }: Table,
  read: readonly string[],
  told: (sentence: string) => void,
): void {
  const known = new Set(read.map((column) => column.toLowerCase()))
  const unread = columns.filter((column) => !known.has(column.toLowerCase()))
  if (unread.length > 0) told(`columns of ${name} that do not come over: ${unread.join(', ')}`)
}

/** Gives the fields of a row our names. */
function renamed(fields: Fields, columns: ReadonlyMap<string, string>): Fields {
  if (columns.size === 0) return fields
  const own = [...columns].map(([ours, theirs]) => [ours, fields[theirs]])
  return { ...fields, ...Object.fromEntries(own) }
}
