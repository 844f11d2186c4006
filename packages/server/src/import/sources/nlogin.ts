import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/**
 * nLogin. Its uuids have no dashes, its versions name the last visit differently, and `last_name` is
 * NULL where somebody else took the name.
 */
export const nlogin: Source = {
  name: 'nlogin',
  description: 'nLogin (SQLite, MySQL, MariaDB)',
  places: ['sqlite', 'mysql'],
  columns: [
    ...['ai', 'last_name', 'unique_id', 'mojang_id', 'password', 'email'],
    ...['creation_date', 'last_seen', 'last_login'],
  ],
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'nlogin',
      key: 'ai',
      columns: nlogin.columns,
      required: ['last_name', 'password'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: string[] = []
  const hash = someText(fields.password)
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.last_name),
    uuid: uuidOf(fields, 'unique_id', notes),
    premiumUuid: uuidOf(fields, 'mojang_id', notes),
    email: someText(fields.email),
    password: hash === undefined ? undefined : { text: hash },
    createdAt: instantOf(fields.creation_date),
    seenAt: instantOf(fields.last_seen) ?? instantOf(fields.last_login),
  }
  return { row: Number(fields.ai ?? fields.rowid), player, faults: [], notes }
}
