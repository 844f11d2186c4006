import type { ImportMessage } from '@portal/contract'
import type { PermissionSet } from '../../permissions/permission-sets/permission-set.ts'
import type { ImportedPlayer } from './imported-player.ts'
import type { SourceDatabase } from './source-database.ts'

/*
 * A source is another program from which players are imported. To add one:
 *
 * 1. Write `sources/<name>.ts`, which exports a Source, and add the Source to sources/sources.ts. It then appears in
 *    the command `portal import <name>`, in the help and in the panel.
 * 2. Let `open` return a reader of batches. readTable makes a reader for a table and the tables joined to it by its
 *    key; any other reader uses the methods of SourceDatabase. The case of table and column names does not matter, and
 *    the fields of a row have lower-case names. read-fields.ts reads instants, UUIDs and flags.
 * 3. Convert each row to an ImportedPlayer: spread EMPTY_PLAYER and set the fields that the source has. Pass names,
 *    addresses and password hashes unchanged, because validate-row.ts validates them. Put faults of a row into
 *    `faults`, and a message about each part that is not imported into `notes`. Skins and capes are PNG files in
 *    base64, which prepare-appearances.ts validates; batches with skins or capes must be small.
 * 4. Report problems of the source as a whole by `warn`. Each message has a code in
 *    contract/src/import/import-messages.ts. Put roles, ranks and news into `siteContent`.
 * 5. Add a new password hash format to credentials/password-hash/formats/. If the source stores the format in a
 *    column, set `password.scheme`.
 * 6. Test the source with a database in the program's own schema and some 20 players with unusual data, like
 *    test/import/authme.test.ts.
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
