import type { ImportMessage } from '@portal/contract'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER, type ImportedPassword } from '../read/imported-player.ts'
import { instantOf, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

export const librelogin: Source = {
  name: 'librelogin',
  title: 'LibreLogin',
  about: {
    en: 'The login plugin of a proxy. Its file is user-data.db.',
    ru: 'Плагин входа для прокси. Файл: user-data.db.',
  },
  description: 'LibreLogin (SQLite, MySQL, MariaDB, PostgreSQL)',
  places: ['sqlite', 'mysql', 'postgres'],
  columns: [
    ...['uuid', 'premium_uuid', 'hashed_password', 'salt', 'algo', 'last_nickname'],
    ...['joined', 'last_seen', 'secret', 'email'],
  ],
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'librepremium_data',
      key: 'uuid',
      columns: librelogin.columns,
      required: ['uuid', 'last_nickname', 'hashed_password', 'algo'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: ImportMessage[] = []
  const password = passwordOf(fields)
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.last_nickname),
    uuid: uuidOf(fields, 'uuid', notes),
    premiumUuid: uuidOf(fields, 'premium_uuid', notes),
    email: someText(fields.email),
    password: password && 'code' in password ? undefined : password,
    createdAt: instantOf(fields.joined),
    seenAt: instantOf(fields.last_seen),
    totp: someText(fields.secret),
  }
  const faults = password && 'code' in password ? [password] : []
  return { row: textOf(fields.uuid), player, faults, notes }
}

/**
 * Reads a password hash. `SHA-256` is the format of AuthMe; the others are LibreLogin's own formats.
 * @returns undefined if there is none; a message if the hash cannot be imported
 */
function passwordOf(fields: Fields): ImportedPassword | ImportMessage | undefined {
  const [text, salt] = [textOf(fields.hashed_password), someText(fields.salt)]
  const algo = textOf(fields.algo)
  if (text === '') return undefined
  if (algo === 'LOGIT-SHA-256') return { text, salt, scheme: salt ? 'salted-sha256' : 'sha256' }
  if (salt === undefined) return importMessage('hash-no-salt', {})
  if (algo === 'SHA-256') return { text: `$SHA$${salt}$${text}` }
  if (algo === 'SHA-512') return { text, salt, scheme: 'librelogin-sha512' }
  if (algo === 'BCrypt-2A' || algo === 'Argon-2ID') return { text, salt }
  return importMessage('hash-unsupported', { algorithm: algo })
}
