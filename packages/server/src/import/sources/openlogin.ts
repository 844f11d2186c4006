import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { instantOf, someText, textOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

export const openlogin: Source = {
  name: 'openlogin',
  title: 'OpeNLogin',
  about: {
    en: 'The login plugin. Its file is accounts.db.',
    ru: 'Плагин входа. Файл: accounts.db.',
  },
  description: 'OpeNLogin (SQLite, MySQL, MariaDB)',
  places: ['sqlite', 'mysql'],
  columns: ['name', 'realname', 'password', 'lastlogin', 'regdate'],
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'openlogin',
      key: 'name',
      columns: openlogin.columns,
      required: ['name', 'password'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const hash = someText(fields.password)
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.realname) || textOf(fields.name),
    password: hash === undefined ? undefined : { text: hash },
    createdAt: instantOf(fields.regdate),
    seenAt: instantOf(fields.lastlogin),
  }
  return { row: textOf(fields.name), player, faults: [], notes: [] }
}
