import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { instantOf, textOf, uuidOf } from '../read/read-fields.ts'
import { readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

/** The forms of `hashing_algorithm` that are taken over: bcrypt, and AuthMe's SHA256 under two numbers. */
const SCHEMES: Readonly<Record<string, string>> = {
  7: 'bcrypt',
  10: 'authme-sha256',
  30: 'authme-sha256',
}

/** LoginSecurity, which knows no addresses. */
export const loginsecurity: Source = {
  name: 'loginsecurity',
  description: 'LoginSecurity (SQLite, MySQL, MariaDB)',
  places: ['sqlite', 'mysql'],
  columns: [
    ...['id', 'unique_user_id', 'last_name', 'password', 'hashing_algorithm'],
    ...['last_login', 'registration_date'],
  ],
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'ls_players',
      key: 'id',
      columns: loginsecurity.columns,
      required: ['last_name', 'password', 'hashing_algorithm'],
      toRow,
    }),
}

function toRow(fields: Fields): SourceRow {
  const notes: string[] = []
  const [text, algorithm] = [textOf(fields.password), textOf(fields.hashing_algorithm)]
  const scheme = SCHEMES[algorithm]
  const known = text === '' || scheme !== undefined
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.last_name),
    uuid: uuidOf(fields, 'unique_user_id', notes),
    password: text !== '' && known ? { text, scheme } : undefined,
    createdAt: instantOf(fields.registration_date),
    seenAt: instantOf(fields.last_login),
  }
  const faults = known
    ? []
    : [`passwordHash: hashing_algorithm ${algorithm} is not one that can be taken over`]
  return { row: Number(fields.id ?? fields.rowid), player, faults, notes }
}
