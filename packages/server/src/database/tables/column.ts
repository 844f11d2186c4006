import type { Omitted, ShownColumn } from './export-rules.ts'

/** A column: its type for Kysely, and how the export of a player's data shows its value (docs/contract.md#export). */
export type Column<T> = (ShownColumn | Omitted) & { readonly type?: T }

export type Row<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer T> ? T : never
}

export function column<T>(exported: ShownColumn | Omitted): Column<T> {
  return exported
}
