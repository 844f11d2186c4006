import type { Fields } from '../connection/source-database.ts'
import { NOTHING_BUT_A_NAME, type OldPassword } from '../imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read-fields.ts'
import { readTable } from '../read-table.ts'
import type { Source, SourceRow } from '../source.ts'

/** LibreLogin, once LibrePremium, which its table is still named after. */
export const librelogin: Source = {
  name: 'librelogin',
  description: 'LibreLogin (SQLite, MySQL, MariaDB, PostgreSQL)',
  places: ['sqlite', 'mysql', 'postgres'],
  columns: [
    ...['uuid', 'premium_uuid', 'hashed_password', 'salt', 'algo', 'last_nickname'],
    ...['joined', 'last_seen', 'secret', 'email'],
  ],
  open: (from, options, told) =>
    readTable(from, options, told, {
      ...{ table: 'librepremium_data', key: 'uuid', columns: librelogin.columns },
      ...{ required: ['uuid', 'last_nickname', 'hashed_password', 'algo'], toRow },
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: string[] = []
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.last_nickname),
    uuid: uuidOf(fields, 'uuid', notes),
    premiumUuid: uuidOf(fields, 'premium_uuid', notes),
    email: someText(fields.email),
    password: passwordOf(fields),
    createdAt: instantOf(fields.joined),
    seenAt: instantOf(fields.last_seen),
    totp: someText(fields.secret),
  }
  return { row: textOf(fields.uuid), player, faults: [], notes }
}

/** `SHA-256` computes what AuthMe does; the others write forms of their own. */
function passwordOf(fields: Fields): OldPassword | undefined {
  const [text, salt, algo] = [textOf(fields.hashed_password), someText(fields.salt), fields.algo]
  if (text === '') return undefined
  if (algo === 'SHA-256' && salt) return { text: `$SHA$${salt}$${text}` }
  if (algo === 'SHA-512') return { text, salt, scheme: 'librelogin-sha512' }
  return { text, salt, ...(algo === 'LOGIT-SHA-256' && { scheme: 'salted-sha256' }) }
}
