export type Fields = Readonly<Record<string, unknown>>

export type Table = { name: string; columns: readonly string[] }

/** Which part of a table to read. The case of column names does not matter; columns that do not exist are ignored. */
export type ColumnSelection = {
  /** A unique column that is never NULL. On SQLite, `rowid` is used instead and is a field of the rows. */
  key: string
  columns: readonly string[]
}

export type SourceDatabase = {
  kind: 'sqlite' | 'postgres' | 'mysql'
  /** Finds a table by its exact name; if there is none, regardless of case. Returns undefined without such a table. */
  findTable(name: string): Promise<Table | undefined>
  count(table: Table): Promise<number>
  batches(table: Table, part: ColumnSelection): AsyncIterable<Fields[]>
  /** Reads the rows in which the column has one of the values, at most a batch. */
  rowsWith(table: Table, column: string, values: readonly unknown[]): Promise<Fields[]>
  close(): Promise<void>
}
