import type { ImportMessage } from '@portal/contract'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/**
 * nLogin. Its UUIDs have no dashes. The name of the column for the last visit depends on the version. `last_name` is
 * NULL if another player has taken the name.
 */
export const nlogin: Source = {
  name: 'nlogin',
  title: 'nLogin',
  about: {
    en: 'The login plugin. Its file is plugins/nLogin/nlogin.db.',
    ru: 'Плагин входа. Файл: plugins/nLogin/nlogin.db.',
  },
  description: 'nLogin (SQLite, MySQL, MariaDB)',
  places: ['sqlite', 'mysql'],
  columns: [
    ...['ai', 'last_name', 'unique_id', 'mojang_id', 'password', 'email'],
    ...['creation_date', 'last_seen', 'last_login'],
  ],
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'nlogin',
      key: 'ai',
      columns: nlogin.columns,
      required: ['last_name', 'password'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: ImportMessage[] = []
  const hash = someText(fields.password)
  const player = {
    ...EMPTY_PLAYER,
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
