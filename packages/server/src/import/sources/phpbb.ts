import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { flagOf, instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['user_id', 'user_type', 'username', 'user_password', 'user_email', 'user_regdate'],
  'user_lastvisit',
]

/** What `user_type` says: nobody who could sign in, and who has not confirmed their address. */
const [BOT, INACTIVE] = ['2', '1']
const USUAL_GROUPS = ['GUESTS', 'REGISTERED', 'REGISTERED_COPPA', 'BOTS', 'NEWLY_REGISTERED']

/** phpBB 3. */
export const phpbb: Source = {
  name: 'phpbb',
  description: 'phpBB 3 (MySQL, MariaDB, PostgreSQL, SQLite)',
  places: ['mysql', 'postgres', 'sqlite'],
  columns: COLUMNS,
  open(from, options, told) {
    told('bots and guests do not come; administrators come as players')
    return readTable(from, options, told, {
      table: 'users',
      prefix: 'phpbb_',
      key: 'user_id',
      columns: COLUMNS,
      required: ['username', 'user_password', 'user_type'],
      beside: { banlist: 'ban_userid', user_group: 'user_id' },
      whole: ['groups'],
      toRow,
    })
  },
}

function toRow(fields: Fields, beside: Beside): SourceRow | undefined {
  if (textOf(fields.user_type) === BOT) return undefined
  const hash = someText(fields.user_password)
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.username),
    email: someText(fields.user_email),
    password: hash === undefined ? undefined : { text: hash, scheme: 'phpbb' },
    activated: textOf(fields.user_type) !== INACTIVE,
    createdAt: instantOf(fields.user_regdate),
    seenAt: instantOf(fields.user_lastvisit),
    roles: rolesOf(beside),
    ban: banOf(beside('banlist')),
  }
  return { row: Number(fields.user_id), player, faults: [], notes: [] }
}

function rolesOf(beside: Beside): string[] {
  const joined = beside('user_group').filter(({ user_pending }) => !flagOf(user_pending))
  const ids = new Set(joined.map(({ group_id }) => textOf(group_id)))
  const groups = beside('groups').filter(({ group_id }) => ids.has(textOf(group_id)))
  const names = groups.map(({ group_name }) => textOf(group_name))
  return names.filter((name) => !USUAL_GROUPS.includes(name)).flatMap(roleId)
}

/** `ban_end` is 0 for a ban without an end; `ban_exclude` says who is never banned. */
function banOf(bans: readonly Fields[]) {
  if (bans.some(({ ban_exclude }) => flagOf(ban_exclude))) return undefined
  const ban = bans.find(({ ban_end }) => textOf(ban_end) === '0') ?? bans.at(-1)
  if (!ban) return undefined
  const reason = someText(ban.ban_give_reason) ?? someText(ban.ban_reason) ?? 'import'
  return { reason, until: instantOf(ban.ban_end) ?? null }
}
