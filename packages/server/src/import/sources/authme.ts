import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/** What AuthMe writes where somebody gave no address. */
const NO_EMAIL = 'your@email.com'

/**
 * AuthMe and its forks. Its columns can be renamed in its config.yml, and then with `--column`. On
 * SQLite `id` is NULL in every row, because `INTEGER AUTO_INCREMENT` is no rowid.
 */
export const authme: Source = {
  name: 'authme',
  description: 'AuthMe (SQLite, MySQL, MariaDB, PostgreSQL)',
  places: ['sqlite', 'mysql', 'postgres'],
  columns: [
    ...['id', 'username', 'realname', 'password', 'salt', 'email', 'regdate', 'lastlogin', 'totp'],
    ...['playerUUID', 'premiumUUID'],
  ],
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'authme',
      key: 'id',
      columns: authme.columns,
      required: ['username', 'password'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: string[] = []
  const hash = textOf(fields.password)
  const email = textOf(fields.email)
  const player = {
    ...NOTHING_BUT_A_NAME,
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
 * The spelling that the game uses, to which offline uuids belong. Rows from before AuthMe kept it say
 * `Player`, and have only the name in lower case.
 */
function nameOf({ username, realname }: Fields): string {
  const [lower, spelled] = [textOf(username), textOf(realname)]
  return spelled.toLowerCase() === lower.toLowerCase() ? spelled : lower
}
