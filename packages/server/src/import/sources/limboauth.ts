import type { ImportMessage } from '@portal/contract'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/**
 * LimboAuth. It has no e-mail addresses. Its config.yml can rename columns; the option `--column` then names them. The
 * hash of a player who bought the game may be empty: the player has no password.
 */
export const limboauth: Source = {
  name: 'limboauth',
  title: 'LimboAuth',
  about: {
    en: 'The login plugin of a Velocity proxy.',
    ru: 'Плагин входа для прокси Velocity.',
  },
  description: 'LimboAuth (SQLite, MySQL, MariaDB, PostgreSQL)',
  places: ['sqlite', 'mysql', 'postgres'],
  columns: [
    ...['nickname', 'lowercasenickname', 'hash', 'totptoken', 'regdate', 'logindate'],
    ...['uuid', 'premiumuuid'],
  ],
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'AUTH',
      key: 'lowercasenickname',
      columns: limboauth.columns,
      required: ['nickname', 'lowercasenickname', 'hash'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: ImportMessage[] = []
  const hash = someText(fields.hash)
  const player = {
    ...EMPTY_PLAYER,
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
