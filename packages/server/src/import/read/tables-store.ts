import { SECOND } from '../../platform/clock.ts'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Fields, SourceDatabase, Table } from './source-database.ts'

export type Engine = {
  kind: SourceDatabase['kind']
  query(sql: string, values: readonly unknown[]): Promise<readonly object[]>
  close(): Promise<void>
}

const BATCH_SIZE = 250

/** How long a query for at most BATCH_SIZE rows may take. */
export const QUERY_TIMEOUT = 30 * SECOND

export function queryTimeout(): ImportRefused {
  return new ImportRefused(
    importMessage('query-timeout', { seconds: String(QUERY_TIMEOUT / SECOND) }),
  )
}

/**
 * Queries that list tables and columns. `is_table` is false for views and virtual tables, which compute their rows. On
 * SQLite, computed columns are left out.
 */
const CATALOGUE = {
  sqlite: {
    tables: `select name, type = 'table' and rootpage > 0 and sql like 'create table%' as is_table
             from sqlite_schema where type in ('table', 'view')`,
    columns: 'select name from pragma_table_info(?)',
  },
  postgres: {
    tables: `select table_name as name, table_type = 'BASE TABLE' as is_table
             from information_schema.tables
             where table_schema = any (current_schemas(false))`,
    columns: `select column_name as name from information_schema.columns
              where table_name = $1 and table_schema = any (current_schemas(false))
              order by ordinal_position`,
  },
  mysql: {
    tables: `select table_name as name, table_type = 'BASE TABLE' as is_table
             from information_schema.tables where table_schema = database()`,
    columns: `select column_name as name from information_schema.columns
              where table_name = ? and table_schema = database() order by ordinal_position`,
  },
} as const

export function tablesOf(engine: Engine): SourceDatabase {
  const { kind, query: ask, close } = engine
  const quoted = (name: string): string =>
    kind === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
  const record = (place: number): string => (kind === 'postgres' ? `$${place}` : '?')
  const listed = (table: Table, wanted: readonly string[]): string => {
    const names = wanted.flatMap((name) => columnOf(table, name) ?? []).map(quoted)
    return [...new Set(names)].join(', ')
  }

  return {
    kind,
    close,

    async findTable(name) {
      const tables = toFields(await ask(CATALOGUE[kind].tables, []))
      const found = spelled(namesOf(tables), name)
      if (found === undefined) return undefined
      if (!tables.some((table) => table.name === found && Boolean(table.is_table))) {
        throw new ImportRefused(importMessage('table-computed', { table: found }))
      }
      return { name: found, columns: namesOf(await ask(CATALOGUE[kind].columns, [found])) }
    },

    async count(table) {
      const [row] = await ask(`select count(*) as rows_there from ${quoted(table.name)}`, [])
      return Number(fieldsOf(row ?? {}).rows_there)
    },

    async *batches(table, part) {
      const key = kind === 'sqlite' ? 'rowid' : quoted(requiredColumn(table, part.key))
      const keyField = kind === 'sqlite' ? 'rowid' : part.key.toLowerCase()
      const columns = listed(table, kind === 'sqlite' ? part.columns : [part.key, ...part.columns])
      const selected = kind === 'sqlite' ? `rowid as rowid, ${columns}` : columns
      const head = `select ${selected} from ${quoted(table.name)}`
      const tail = `order by ${key} limit ${BATCH_SIZE}`
      let rows = toFields(await ask(`${head} ${tail}`, []))
      let before: unknown
      while (rows.length > 0) {
        yield rows
        if (rows.length < BATCH_SIZE) return
        const last = rows.at(-1)?.[keyField]
        if (kind === 'sqlite' && !isAfter(last, before)) {
          throw new ImportRefused(importMessage('table-damaged', { table: table.name }))
        }
        before = last
        rows = toFields(await ask(`${head} where ${key} > ${record(1)} ${tail}`, [last]))
      }
    },

    async rowsWith(table, column, values) {
      if (values.length === 0) return []
      const records = values.map((_, place) => record(place + 1)).join(', ')
      const where = `${quoted(requiredColumn(table, column))} in (${records})`
      const columns = listed(table, table.columns) // `*` would also compute computed columns
      return toFields(
        await ask(`select ${columns} from ${quoted(table.name)} where ${where}`, values),
      )
    },
  }
}

export function columnOf({ columns }: Table, name: string): string | undefined {
  return spelled(columns, name)
}

function requiredColumn(table: Table, name: string): string {
  const column = columnOf(table, name)
  if (column === undefined) {
    throw new ImportRefused(importMessage('column-missing', { table: table.name, column: name }))
  }
  return column
}

/**
 * Whether a key is greater than the one before. If it is not, the file is damaged and could return the same rows
 * forever.
 */
function isAfter(key: unknown, before: unknown): boolean {
  return isNumber(key) && (!isNumber(before) || key > before)
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function spelled(names: readonly string[], wanted: string): string | undefined {
  const folded = wanted.toLowerCase()
  return (
    names.find((name) => name === wanted) ?? names.find((name) => name.toLowerCase() === folded)
  )
}

function namesOf(rows: readonly object[]): string[] {
  return toFields(rows).map(({ name }) => String(name))
}

function toFields(rows: readonly object[]): Fields[] {
  return rows.map(fieldsOf)
}

function fieldsOf(row: object): Fields {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
}
