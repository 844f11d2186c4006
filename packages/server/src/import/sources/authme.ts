import type { ImportMessage } from '@portal/contract'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const NO_EMAIL = 'your@email.com'

/**
 * AuthMe and its forks. Its config.yml can rename columns; the option `--column` then names them. On SQLite the column
 * `id` is NULL in every row, because `INTEGER AUTO_INCREMENT` is not a rowid.
 */
export const authme: Source = {
  name: 'authme',
  title: 'AuthMe',
  about: {
    en: 'The login plugin, also AuthMeReloaded. Its file is plugins/AuthMe/authme.db.',
    ru: 'Плагин входа, в том числе AuthMeReloaded. Файл: plugins/AuthMe/authme.db.',
  },
  description: 'AuthMe (SQLite, MySQL, MariaDB, PostgreSQL)',
  places: ['sqlite', 'mysql', 'postgres'],
  columns: [
    ...['id', 'username', 'realname', 'password', 'salt', 'email', 'regdate', 'lastlogin', 'totp'],
    ...['playerUUID', 'premiumUUID'],
  ],
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'authme',
      key: 'id',
      columns: authme.columns,
      required: ['username', 'password'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: ImportMessage[] = []
  const hash = textOf(fields.password)
  const email = textOf(fields.email)
  const player = {
    ...EMPTY_PLAYER,
    username: nameOf(fields),
    uuid: uuidOf(fields, 'playeruuid', notes),
    premiumUuid: uuidOf(fields, 'premiumuuid', notes),
    email: email.toLowerCase() === NO_EMAIL ? undefined : email || undefined,
    password: hash === '' ? undefined : { text: hash, salt: someText(fields.salt) },
    createdAt: instantOf(fields.regdate),
    seenAt: instantOf(fields.lastlogin),
    totp: someText(fields.totp),
  }
  const row = Number(fields.id ?? fields.rowid)
  return { row, player, faults: [], notes }
}

/**
 * Returns the name in the spelling of the game, from which offline UUIDs are made. In rows of old AuthMe versions,
 * `realname` is `Player`; then only the lower-case name is known.
 */
function nameOf({ username, realname }: Fields): string {
  const [lower, spelled] = [textOf(username), textOf(realname)]
  return spelled.toLowerCase() === lower.toLowerCase() ? spelled : lower
}
