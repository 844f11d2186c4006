import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/**
 * LimboAuth. Its columns can be renamed in its config.yml, and then with `--column`. It knows no
 * addresses; who has bought the game may have no password, which is the empty text.
 */
export const limboauth: Source = {
  name: 'limboauth',
  description: 'LimboAuth (SQLite, MySQL, MariaDB, PostgreSQL)',
  places: ['sqlite', 'mysql', 'postgres'],
  columns: [
    ...['nickname', 'lowercasenickname', 'hash', 'totptoken', 'regdate', 'logindate'],
    ...['uuid', 'premiumuuid'],
  ],
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'AUTH',
      key: 'lowercasenickname',
      columns: limboauth.columns,
      required: ['nickname', 'lowercasenickname', 'hash'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: string[] = []
  const hash = someText(fields.hash)
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.nickname),
    uuid: uuidOf(fields, 'uuid', notes),
    premiumUuid: uuidOf(fields, 'premiumuuid', notes),
    password: hash === undefined ? undefined : { text: hash },
    createdAt: instantOf(fields.regdate),
    seenAt: instantOf(fields.logindate),
    totp: someText(fields.totptoken),
  }
  return { row: textOf(fields.lowercasenickname), player, faults: [], notes }
}
