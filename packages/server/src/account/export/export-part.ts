import type { Locale } from '@portal/contract'
import type {
  DataSubject,
  ExportRow,
  Omitted,
  ShownColumn,
} from '../../database/tables/export-rules.ts'
import type { Tables } from '../../database/tables/tables.ts'

/** How the rows of a table are exported. `database/tables` decides which columns are shown. */
export type ExportPart<Name extends keyof Tables = keyof Tables> = {
  as: string
  about: Readonly<Record<Locale, string>>
  /** The columns that may name the player. A row is exported if one of these columns names the player. */
  of: readonly Column<Name>[]
  /**
   * What the columns in `of` contain: `address` means the e-mail address of the player, in any letter case; undefined
   * means the player's ID.
   */
  by?: 'address'
  /** The columns that identify a row among the rows of one player. They also define the order of the rows. */
  key: readonly Column<Name>[]
  columns: { readonly [Key in Column<Name>]: ShownColumn | Omitted }
  /** Whether a row is shown. If the function is undefined, all rows are shown. */
  isShown?(row: ExportRow, subject: DataSubject): boolean
}

type Column<Name extends keyof Tables> = Name extends keyof Tables
  ? Extract<keyof Tables[Name], string>
  : never
