import { NOTHING_BUT_A_NAME, type OldPassword } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

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
      table: 'librepremium_data',
      key: 'uuid',
      columns: librelogin.columns,
      required: ['uuid', 'last_nickname', 'hashed_password', 'algo'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: string[] = []
  const password = passwordOf(fields)
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.last_nickname),
    uuid: uuidOf(fields, 'uuid', notes),
    premiumUuid: uuidOf(fields, 'premium_uuid', notes),
    email: someText(fields.email),
    password: typeof password === 'string' ? undefined : password,
    createdAt: instantOf(fields.joined),
    seenAt: instantOf(fields.last_seen),
    totp: someText(fields.secret),
  }
  const faults = typeof password === 'string' ? [password] : []
  return { row: textOf(fields.uuid), player, faults, notes }
}

/**
 * `SHA-256` computes what AuthMe does; the others write forms of their own.
 *
 * @returns why it cannot be taken over, when it is text.
 */
function passwordOf(fields: Fields): OldPassword | string | undefined {
  const [text, salt] = [textOf(fields.hashed_password), someText(fields.salt)]
  const algo = textOf(fields.algo)
  if (text === '') return undefined
  if (algo === 'LOGIT-SHA-256') return { text, salt, scheme: salt ? 'salted-sha256' : 'sha256' }
  if (salt === undefined) return 'passwordHash: it has no salt'
  if (algo === 'SHA-256') return { text: `$SHA$${salt}$${text}` }
  if (algo === 'SHA-512') return { text, salt, scheme: 'librelogin-sha512' }
  if (algo === 'BCrypt-2A' || algo === 'Argon-2ID') return { text, salt }
  return `passwordHash: algo ${algo} is not one that can be taken over`
}
