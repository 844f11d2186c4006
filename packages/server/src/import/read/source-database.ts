/** A row, by the names of its columns in lower case. */
export type Fields = Readonly<Record<string, unknown>>

/** A table and its columns, as the database spells them. */
export type Table = { name: string; columns: readonly string[] }

/** Which part of a table is read. Column names are in any letter case; unknown ones are passed over. */
export type Part = {
  /** A unique column that is never NULL. SQLite needs none: it reads by rowid, in the field `rowid`. */
  key: string
  columns: readonly string[]
}

/** The database of an old site, read-only, as it was at the instant it was opened. */
export type SourceDatabase = {
  kind: 'sqlite' | 'postgres' | 'mysql'
  /** Finds a table, in any letter case if there is none of exactly this name. */
  findTable(name: string): Promise<Table | undefined>
  count(table: Table): Promise<number>
  /** Reads a table in slices by its key, so that a large one needs no memory. */
  slices(table: Table, part: Part): AsyncIterable<Fields[]>
  /** Reads the rows whose column has one of the values (at most a slice of them). */
  rowsWith(table: Table, column: string, values: readonly unknown[]): Promise<Fields[]>
  close(): Promise<void>
}
