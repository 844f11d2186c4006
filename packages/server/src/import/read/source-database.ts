export type Fields = Readonly<Record<string, unknown>>

export type Table = { name: string; columns: readonly string[] }

/** The part of a table to read. Column names are case-insensitive; columns that do not exist are ignored. */
export type ColumnSelection = {
  /** A unique column that is never NULL. SQLite is read by rowid instead, as the field `rowid`. */
  key: string
  columns: readonly string[]
}

export type SourceDatabase = {
  kind: 'sqlite' | 'postgres' | 'mysql'
  /** Finds a table by its exact name, otherwise case-insensitively. */
  findTable(name: string): Promise<Table | undefined>
  count(table: Table): Promise<number>
  batches(table: Table, part: ColumnSelection): AsyncIterable<Fields[]>
  /** Reads the rows whose column has one of the values, at most a batch of them. */
  rowsWith(table: Table, column: string, values: readonly unknown[]): Promise<Fields[]>
  close(): Promise<void>
}
