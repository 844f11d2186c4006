import type { ImportMessage } from '@portal/contract'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { instantOf, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/** The format of each supported value of `hashing_algorithm`: bcrypt, and AuthMe's SHA256 under two numbers. */
const SCHEMES: Readonly<Record<string, string>> = {
  7: 'bcrypt',
  10: 'authme-sha256',
  30: 'authme-sha256',
}

export const loginsecurity: Source = {
  name: 'loginsecurity',
  title: 'LoginSecurity',
  about: {
    en: 'The login plugin. Its file is LoginSecurity.db.',
    ru: 'Плагин входа. Файл: LoginSecurity.db.',
  },
  description: 'LoginSecurity (SQLite, MySQL, MariaDB)',
  places: ['sqlite', 'mysql'],
  columns: [
    ...['id', 'unique_user_id', 'last_name', 'password', 'hashing_algorithm'],
    ...['last_login', 'registration_date'],
  ],
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'ls_players',
      key: 'id',
      columns: loginsecurity.columns,
      required: ['last_name', 'password', 'hashing_algorithm'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: ImportMessage[] = []
  const [text, algorithm] = [textOf(fields.password), textOf(fields.hashing_algorithm)]
  const scheme = SCHEMES[algorithm]
  const known = text === '' || scheme !== undefined
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.last_name),
    uuid: uuidOf(fields, 'unique_user_id', notes),
    password: text !== '' && known ? { text, scheme } : undefined,
    createdAt: instantOf(fields.registration_date),
    seenAt: instantOf(fields.last_login),
  }
  const faults = known ? [] : [importMessage('hash-unsupported', { algorithm })]
  return { row: Number(fields.id ?? fields.rowid), player, faults, notes }
}
