import type { Bundle } from '../../permissions/permission-sets/permission-set.ts'
import type { ImportedPlayer } from './imported-player.ts'
import type { SourceDatabase } from './source-database.ts'

/*
 * A source is another program whose players move in. To add one:
 *
 * 1. Write `sources/<name>.ts`, which exports a Source, and add it to sources/sources.ts: the command
 *    `portal import <name>`, its help, the plan, the report and the writer take it from there.
 * 2. `read` yields slices of rows. With a database, `database.slices(table, …)` reads a table by its
 *    key, and `database.rowsWith(table, column, values)` reads what belongs to a slice in another
 *    table; names of tables and columns are found in any letter case, and a row's fields have
 *    lower-case names. read-fields.ts reads instants, uuids and flags.
 * 3. Turn each row into an ImportedPlayer: spread NOTHING_BUT_A_NAME and fill in what there is. Names,
 *    addresses and password hashes are given as they stand; validate-row.ts looks at them. What is wrong
 *    with a row as a whole goes to `faults`, and what of a row does not come over to `notes`. Skins and
 *    capes are PNG files in base64, which prepare-appearances.ts looks at; slices that have them are short.
 * 4. What no row can bring along goes to `told`, a sentence each; the report lists it. `unreadColumns`
 *    makes the sentence for columns that nobody reads.
 *    What comes beside players, such as roles and news, goes to `beside`.
 * 5. A password form of its own is a file in password/hash/forms/; where the source stores the scheme
 *    in a column, it goes to `password.scheme`.
 * 6. Test it with a database of the program's own schema and 20 odd players, as
 *    test/import/authme.test.ts does.
 */

/** Where a source may be: a database, or a file of rows. */
export type Place = 'sqlite' | 'postgres' | 'mysql' | 'file'

/** What the command line says about a source, beyond where it is. */
export type SourceOptions = {
  table: string | undefined
  prefix: string
  /** A folder with the files of the old site. */
  files: string | undefined
  /** A salt or a key that the old site has in its settings. */
  salt: string | undefined
  key: string | undefined
  delimiter: string
  /** The name of a column in the source, by ours; both in lower case for a database. */
  columns: ReadonlyMap<string, string>
}

export type SourceRow = {
  /** Its number or name in the source, for the report. */
  row: number | string
  player: ImportedPlayer
  /** Why it cannot be read; the player is left out then. */
  faults: readonly string[]
  /** What of it does not come over. */
  notes: readonly string[]
}

/** A source that has been opened. */
export type Reading = {
  /** How many rows (or, of a file, bytes) there are, and how many are read; for the progress. */
  total(): number
  done(): number
  slices: AsyncIterable<readonly SourceRow[]>
  /** What comes beside players; whatever of it is here already stays as it is. */
  beside?: Beside
}

export type Beside = { bundles: readonly Bundle[]; news: readonly SourceNews[] }

export type SourceNews = {
  /** May be empty; then its text begins with it. */
  title: string
  html: string
  /** An http(s) URL. */
  link: string | undefined
  /** A file of a picture. */
  picture: Buffer | undefined
  /** Undefined for a draft. */
  publishedAt: number | undefined
}

export type Source = {
  name: string
  /** What `--help` says. */
  description: string
  places: readonly Place[]
  /** The columns that `--column` may rename. */
  columns: readonly string[]
  open(from: Opened, options: SourceOptions, told: (sentence: string) => void): Promise<Reading>
}

/** What `--from` led to. */
export type Opened = { database: SourceDatabase } | { file: string }
