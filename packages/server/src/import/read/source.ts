import type { ImportMessage } from '@portal/contract'
import type { PermissionSet } from '../../permissions/permission-sets/permission-set.ts'
import type { ImportedPlayer } from './imported-player.ts'
import type { SourceDatabase } from './source-database.ts'

/*
 * A source is another program to import from. To add one:
 *
 * 1. Write `sources/<name>.ts`, which exports a Source, and add it to sources/sources.ts. The command
 *    `portal import <name>`, its help and the panel then have it.
 * 2. `open` returns a reader of batches. readTable reads a table by its key with its joined tables; with
 *    the methods of SourceDatabase a source reads on its own. Names of tables and columns are case-
 *    insensitive, and the fields of a row have lower-case names. read-fields.ts reads instants, uuids and
 *    flags.
 * 3. Convert each row to an ImportedPlayer: spread EMPTY_PLAYER and set what the source has. Names,
 *    addresses and password hashes are passed unchanged; validate-row.ts validates them. Put faults of a
 *    row into `faults`, and what is not imported of it into `notes`. Skins and capes are PNG files in
 *    base64, which prepare-appearances.ts validates; batches with them must be small.
 * 4. Report what concerns the whole source by `warn`. Each message has a code in
 *    contract/src/import/import-messages.ts. Roles, ranks and news go into `siteContent`.
 * 5. Add a new password hash format to credentials/password-hash/formats/. If the source stores the format
 *    in a column, set `password.scheme`.
 * 6. Test it with a database in the program's own schema and some 20 players with unusual data, as
 *    test/import/authme.test.ts does.
 */

export type SourceKind = 'sqlite' | 'postgres' | 'mysql' | 'file'

export type SourceOptions = {
  table: string | undefined
  prefix: string
  files: string | undefined
  /** The salt or key in the settings of the previous site. */
  salt: string | undefined
  key: string | undefined
  delimiter: string
  /** The columns of the source by the names that this site uses for them. For a database, both are in lower case. */
  columns: ReadonlyMap<string, string>
}

export type SourceRow = {
  row: number | string
  player: ImportedPlayer
  faults: readonly ImportMessage[]
  notes: readonly ImportMessage[]
}

export type SourceReader = {
  /** `total` is the number of rows or, for a file, of bytes; `done` is how many have been read. */
  total(): number
  done(): number
  batches: AsyncIterable<readonly SourceRow[]>
  /** Roles, ranks and news of the previous site. Those that exist on this site are not changed. */
  siteContent?: SiteContent
}

export type SiteContent = { permissionSets: readonly PermissionSet[]; news: readonly SourceNews[] }

export type SourceNews = {
  /** The title; if it is empty, the beginning of the text is used. */
  title: string
  html: string
  link: string | undefined
  picture: Buffer | undefined
  /** When the news was or will be published; undefined for a draft. */
  publishedAt: number | undefined
}

export type Source = {
  name: string
  title: string
  about: { en: string; ru: string }
  description: string
  places: readonly SourceKind[]
  columns: readonly string[]
  open(
    from: OpenedSource,
    options: SourceOptions,
    warn: (message: ImportMessage) => void,
  ): Promise<SourceReader>
}

export type OpenedSource = { database: SourceDatabase } | { file: string }
