import { ImportRefused } from '../import-refused.ts'
import { textOf } from './read-fields.ts'
import type { Opened, Reading, SourceOptions, SourceRow } from './source.ts'
import type { Fields, SourceDatabase, Table } from './source-database.ts'
import { columnOf } from './tables-store.ts'

/** What other tables hold about a row; nothing where there is no such table. */
export type Beside = (table: string) => readonly Fields[]

type Further = { column: string; from: string; fields: readonly string[] }

type OneTable = {
  table: string
  /** What the program's tables begin with, unless `--prefix` says otherwise. */
  prefix?: string
  /** Its key; a column may be renamed like any other. */
  key: string
  columns: readonly string[]
  /** Columns without which this is another program's table. */
  required: readonly string[]
  /** Tables with rows of a player: the column that holds the player's key. */
  beside?: Readonly<Record<string, string>>
  /** Tables with rows of those rows: by a column, from a table of `beside` and columns there. */
  further?: Readonly<Record<string, Further>>
  /** Small tables, such as that of roles, all of whose rows every player is given. */
  whole?: readonly string[]
  /** How many rows come at a time, where each may bring files. */
  atOnce?: number
  /** Undefined for a row that is nobody. */
  toRow(fields: Fields, beside: Beside): SourceRow | undefined
}

/** Opens a source that is one table, and others beside it. @throws ImportRefused when there is no such table. */
export async function readTable(
  from: Opened,
  options: SourceOptions,
  told: (sentence: string) => void,
  { prefix: usualPrefix = '', ...one }: OneTable,
): Promise<Reading> {
  if (!('database' in from)) throw new ImportRefused('a database is needed')
  const { database } = from
  const prefix = options.prefix || usualPrefix
  const name = options.table ?? prefix + one.table
  const table = await database.findTable(name)
  if (!table) throw new ImportRefused(`there is no table ${name}; --table names another one`)

  const theirs = (ours: string): string => options.columns.get(ours.toLowerCase()) ?? ours
  const read = one.columns.map(theirs)
  for (const column of [...one.required.map(theirs), ...options.columns.values()]) {
    if (columnOf(table, column)) continue
    throw new ImportRefused(`the table ${table.name} has no column ${column}; --column renames one`)
  }
  unreadColumns(table, read, told)
  const besideOf = await openBeside(database, prefix, one)
  const total = await database.count(table)
  let done = 0
  async function* rowsOf(slices: AsyncIterable<Fields[]>) {
    for await (const slice of slices) {
      const own = slice.map((fields) => renamed(fields, options.columns))
      const beside = await besideOf(own)
      const { atOnce = own.length } = one
      for (let first = 0; first < own.length; first += atOnce) {
        const few = own.slice(first, first + atOnce)
        yield few.flatMap((fields) => one.toRow(fields, beside(fields)) ?? [])
      }
      done += slice.length
    }
  }
  const slices = rowsOf(database.slices(table, { key: theirs(one.key), columns: read }))
  return { total: () => total, done: () => done, slices }
}

/** Reads, for a slice, what the tables beside it hold. */
async function openBeside(
  database: SourceDatabase,
  prefix: string,
  { key, beside = {}, further = {}, whole = [] }: OneTable,
): Promise<(slice: readonly Fields[]) => Promise<(fields: Fields) => Beside>> {
  const field = key.toLowerCase()
  const known = new Map<string, readonly Fields[]>()
  for (const name of whole) known.set(name, await readWhole(database, prefix + name))
  const tables = new Map<string, Table>()
  for (const name of [...Object.keys(beside), ...Object.keys(further)]) {
    const table = await database.findTable(prefix + name)
    if (table) tables.set(name, table)
  }
  const rowsOf = async (name: string, column: string, keys: readonly unknown[]) => {
    const table = tables.get(name)
    const rows = table ? await database.rowsWith(table, column, keys) : []
    return Map.groupBy(rows, (row) => textOf(row[column.toLowerCase()]))
  }

  return async (slice) => {
    const found = new Map<string, Map<string, Fields[]>>()
    const keys = slice.map((fields) => fields[field])
    for (const [name, column] of Object.entries(beside)) {
      found.set(name, await rowsOf(name, column, keys))
    }
    for (const [name, { column, from, fields }] of Object.entries(further)) {
      const rows = [...(found.get(from)?.values() ?? [])].flat()
      const keysThere = rows.flatMap((row) => fields.flatMap((there) => row[there] ?? []))
      found.set(name, await rowsOf(name, column, [...new Set(keysThere)]))
    }
    return (fields) => {
      const own = (name: string): readonly Fields[] =>
        known.get(name) ?? found.get(name)?.get(textOf(fields[field])) ?? []
      return (name) => {
        const hop = further[name]
        if (!hop) return own(name)
        const keysThere = own(hop.from).flatMap((row) => hop.fields.map((there) => row[there]))
        return keysThere.flatMap((value) => found.get(name)?.get(textOf(value)) ?? [])
      }
    }
  }
}

async function readWhole(database: SourceDatabase, name: string): Promise<readonly Fields[]> {
  const table = await database.findTable(name)
  const [key] = table?.columns ?? []
  if (!table || !key) return []
  const rows: Fields[] = []
  for await (const slice of database.slices(table, { key, columns: table.columns })) {
    rows.push(...slice)
  }
  return rows
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
