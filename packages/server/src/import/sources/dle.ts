import { NOTHING_BUT_A_NAME, type OldPassword } from '../read/imported-player.ts'
import { instantOf, roleId, someText, textOf, uuidOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['user_id', 'name', 'email', 'password', 'user_group', 'lastdate', 'reg_date', 'banned'],
  'uuid',
]

/** Visitors and guests. */
const USUAL_GROUPS = ['4', '5']

/** DataLife Engine. `uuid` is a column that launchers add. */
export const dle: Source = {
  name: 'dle',
  description: 'DataLife Engine (MySQL, MariaDB, or their dump turned into SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open(from, options, told) {
    told('the second factor of DataLife Engine does not come over; administrators come as players')
    return readTable(from, options, told, {
      table: 'users',
      prefix: 'dle_',
      key: 'user_id',
      columns: COLUMNS,
      required: ['name', 'password', 'user_group'],
      beside: { banned: 'users_id' },
      whole: ['usergroups'],
      toRow,
    })
  },
}

function toRow(fields: Fields, beside: Beside): SourceRow {
  const notes: string[] = []
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.name),
    uuid: uuidOf(fields, 'uuid', notes),
    email: someText(fields.email),
    password: passwordOf(textOf(fields.password)),
    createdAt: instantOf(fields.reg_date),
    seenAt: instantOf(fields.lastdate),
    roles: rolesOf(fields, beside('usergroups')),
    ban: banOf(fields, beside('banned')[0]),
  }
  return { row: Number(fields.user_id), player, faults: [], notes }
}

/** bcrypt since version 11; before it MD5 of the MD5, which looks like any other 32 digits. */
function passwordOf(text: string): OldPassword | undefined {
  if (text === '') return undefined
  return /^[0-9a-f]{32}$/i.test(text) ? { text, scheme: 'double-md5' } : { text }
}

function rolesOf({ user_group }: Fields, groups: readonly Fields[]): string[] {
  if (USUAL_GROUPS.includes(textOf(user_group))) return []
  const group = groups.find(({ id }) => textOf(id) === textOf(user_group))
  return roleId(group?.group_name)
}

/** `date` is when the ban ends, unless `days` is 0. */
function banOf({ banned }: Fields, ban: Fields | undefined) {
  if (textOf(banned) !== 'yes') return undefined
  const until = textOf(ban?.days) === '0' ? null : (instantOf(ban?.date) ?? null)
  return { reason: someText(ban?.descr) ?? 'import', until }
}
