import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { instantOf, someText, textOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/** OpeNLogin, which knows neither addresses nor uuids. Its table has no key; `name` is in lower case. */
export const openlogin: Source = {
  name: 'openlogin',
  description: 'OpeNLogin (SQLite, MySQL, MariaDB)',
  places: ['sqlite', 'mysql'],
  columns: ['name', 'realname', 'password', 'lastlogin', 'regdate'],
  open: (from, options, told) =>
    readTable(from, options, told, {
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
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.realname) || textOf(fields.name),
    password: hash === undefined ? undefined : { text: hash },
    createdAt: instantOf(fields.regdate),
    seenAt: instantOf(fields.lastlogin),
  }
  return { row: textOf(fields.name), player, faults: [], notes: [] }
}
