import type { ImportMessage } from '@portal/contract'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER, type ImportedPassword } from '../read/imported-player.ts'
import { instantOf, roleId, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['user_id', 'name', 'email', 'password', 'user_group', 'lastdate', 'reg_date', 'banned'],
  'uuid',
]

const DEFAULT_GROUPS = ['4', '5']

/** DataLife Engine. The column `uuid` exists only if a launcher has added it. */
export const dle: Source = {
  name: 'dle',
  title: 'DataLife Engine',
  about: {
    en: 'Users, groups and bans.',
    ru: 'Пользователи, группы и блокировки.',
  },
  description: 'DataLife Engine (MySQL, MariaDB, or their dump turned into SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open(from, options, warn) {
    warn(importMessage('totp-unsupported', {}))
    warn(importMessage('admins-as-players', {}))
    return readTable(from, options, warn, {
      table: 'users',
      prefix: 'dle_',
      key: 'user_id',
      columns: COLUMNS,
      required: ['name', 'password', 'user_group'],
      joinedTables: { banned: 'users_id' },
      wholeTables: ['usergroups'],
      toRow,
    })
  },
}

function toRow(fields: Fields, joined: JoinedTables): SourceRow {
  const notes: ImportMessage[] = []
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.name),
    uuid: uuidOf(fields, 'uuid', notes),
    email: someText(fields.email),
    password: passwordOf(textOf(fields.password)),
    createdAt: instantOf(fields.reg_date),
    seenAt: instantOf(fields.lastdate),
    roles: rolesOf(fields, joined('usergroups')),
    ban: banOf(fields, joined('banned')[0]),
  }
  return { row: Number(fields.user_id), player, faults: [], notes }
}

/**
 * Reads a password hash: bcrypt since version 11, before that the MD5 of the password's MD5, whose 32 hexadecimal
 * digits look like any other MD5.
 */
function passwordOf(text: string): ImportedPassword | undefined {
  if (text === '') return undefined
  return /^[0-9a-f]{32}$/i.test(text) ? { text, scheme: 'double-md5' } : { text }
}

function rolesOf({ user_group }: Fields, groups: readonly Fields[]): string[] {
  if (DEFAULT_GROUPS.includes(textOf(user_group))) return []
  const group = groups.find(({ id }) => textOf(id) === textOf(user_group))
  return roleId(group?.group_name)
}

/** Reads a ban. `date` is when it ends, unless `days` is 0 for a permanent ban. */
function banOf({ banned }: Fields, ban: Fields | undefined) {
  if (textOf(banned) !== 'yes') return undefined
  const until = textOf(ban?.days) === '0' ? null : (instantOf(ban?.date) ?? null)
  return { reason: someText(ban?.descr) ?? 'import', until }
}
