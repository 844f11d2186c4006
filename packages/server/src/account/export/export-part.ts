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
  /** The columns that may name the player. A row is exported if one of them does. */
  of: readonly Column<Name>[]
  /** `address`: the columns contain the e-mail address of the player, in any letter case. */
  by?: 'address'
  /** Identifies a row among the rows of one player, and gives their order. */
  key: readonly Column<Name>[]
  columns: { readonly [Key in Column<Name>]: ShownColumn | Omitted }
  /** Which rows are shown; by default all. */
  isShown?(row: ExportRow, subject: DataSubject): boolean
}

type Column<Name extends keyof Tables> = Name extends keyof Tables
  ? Extract<keyof Tables[Name], string>
  : never
