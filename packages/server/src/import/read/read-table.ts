import type { ImportMessage } from '@portal/contract'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import { textOf } from './read-fields.ts'
import type { OpenedSource, SourceOptions, SourceReader, SourceRow } from './source.ts'
import type { Fields, SourceDatabase, Table } from './source-database.ts'
import { columnOf } from './tables-store.ts'

/** Returns the rows of another table that belong to the current row; an empty list if there is no such table. */
export type JoinedTables = (table: string) => readonly Fields[]

type NestedJoin = { column: string; from: string; fields: readonly string[] }

type TableSource = {
  table: string
  /** The prefix of table names if `--prefix` is not given. */
  prefix?: string
  key: string
  columns: readonly string[]
  /** Columns that must exist. Without them, the table is of another program. */
  required: readonly string[]
  /** The tables to join, each with the name of its column that contains the player's key. */
  joinedTables?: Readonly<Record<string, string>>
  /**
   * Tables to join to a joined table. For each: its column, and the joined table and fields that contain the values of
   * this column.
   */
  nestedJoins?: Readonly<Record<string, NestedJoin>>
  wholeTables?: readonly string[]
  batchSize?: number
  toRow(fields: Fields, joined: JoinedTables): SourceRow | undefined
}

/**
 * Makes a reader for a table and the tables joined to it.
 * @throws ImportRefused if the table is missing
 */
export async function readTable(
  from: OpenedSource,
  options: SourceOptions,
  warn: (message: ImportMessage) => void,
  { prefix: defaultPrefix = '', ...definition }: TableSource,
): Promise<SourceReader> {
  if (!('database' in from)) throw new Error('a database is needed')
  const { database } = from
  const prefix = options.prefix || defaultPrefix
  const name = options.table ?? prefix + definition.table
  const table = await database.findTable(name)
  if (!table) throw new ImportRefused(importMessage('table-missing', { table: name }))

  const sourceNameOf = (ours: string): string => options.columns.get(ours.toLowerCase()) ?? ours
  const read = definition.columns.map(sourceNameOf)
  for (const column of [...definition.required.map(sourceNameOf), ...options.columns.values()]) {
    if (columnOf(table, column)) continue
    throw new ImportRefused(importMessage('column-missing', { table: table.name, column }))
  }
  unreadColumns(table, read, warn)
  const joinedTablesOf = await openJoinedTables(database, prefix, definition)
  const total = await database.count(table)
  let done = 0
  async function* rowsOf(batches: AsyncIterable<Fields[]>) {
    for await (const batch of batches) {
      const own = batch.map((fields) => renamed(fields, options.columns))
      const joined = await joinedTablesOf(own)
      const { batchSize: atOnce = own.length } = definition
      for (let first = 0; first < own.length; first += atOnce) {
        const part = own.slice(first, first + atOnce)
        yield part.flatMap((fields) => definition.toRow(fields, joined(fields)) ?? [])
      }
      done += batch.length
    }
  }
  const batches = rowsOf(
    database.batches(table, { key: sourceNameOf(definition.key), columns: read }),
  )
  return { total: () => total, done: () => done, batches }
}

async function openJoinedTables(
  database: SourceDatabase,
  prefix: string,
  {
    key,
    joinedTables: joined = {},
    nestedJoins: further = {},
    wholeTables: whole = [],
  }: TableSource,
): Promise<(batch: readonly Fields[]) => Promise<(fields: Fields) => JoinedTables>> {
  const field = key.toLowerCase()
  const known = new Map<string, readonly Fields[]>()
  for (const name of whole) known.set(name, await readWholeTable(database, prefix + name))
  const tables = new Map<string, Table>()
  for (const name of [...Object.keys(joined), ...Object.keys(further)]) {
    const table = await database.findTable(prefix + name)
    if (table) tables.set(name, table)
  }
  const rowsOf = async (name: string, column: string, keys: readonly unknown[]) => {
    const table = tables.get(name)
    const rows = table ? await database.rowsWith(table, column, keys) : []
    return Map.groupBy(rows, (row) => textOf(row[column.toLowerCase()]))
  }

  return async (batch) => {
    const found = new Map<string, Map<string, Fields[]>>()
    const keys = batch.map((fields) => fields[field])
    for (const [name, column] of Object.entries(joined)) {
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
        const join = further[name]
        if (!join) return own(name)
        const keysThere = own(join.from).flatMap((row) => join.fields.map((there) => row[there]))
        return keysThere.flatMap((value) => found.get(name)?.get(textOf(value)) ?? [])
      }
    }
  }
}

async function readWholeTable(database: SourceDatabase, name: string): Promise<readonly Fields[]> {
  const table = await database.findTable(name)
  const [key] = table?.columns ?? []
  if (!table || !key) return []
  const rows: Fields[] = []
  for await (const batch of database.batches(table, { key, columns: table.columns })) {
    rows.push(...batch)
  }
  return rows
}

export function unreadColumns(
  { name, columns }: Table,
  read: readonly string[],
  warn: (message: ImportMessage) => void,
): void {
  const known = new Set(read.map((column) => column.toLowerCase()))
  const unread = columns.filter((column) => !known.has(column.toLowerCase()))
  if (unread.length === 0) return
  warn(importMessage('columns-unread', { table: name, columns: unread.join(', ') }))
}

function renamed(fields: Fields, columns: ReadonlyMap<string, string>): Fields {
  if (columns.size === 0) return fields
  const own = [...columns].map(([ours, sourceNameOf]) => [ours, fields[sourceNameOf]])
  return { ...fields, ...Object.fromEntries(own) }
}
