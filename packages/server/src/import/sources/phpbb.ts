import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { flagOf, instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['user_id', 'user_type', 'username', 'user_password', 'user_email', 'user_regdate'],
  'user_lastvisit',
]

/** Values of `user_type`: 2 for an account that cannot sign in, 1 for an account with an unconfirmed address. */
const [BOT, INACTIVE] = ['2', '1']
const DEFAULT_GROUPS = ['GUESTS', 'REGISTERED', 'REGISTERED_COPPA', 'BOTS', 'NEWLY_REGISTERED']

export const phpbb: Source = {
  name: 'phpbb',
  title: 'phpBB 3',
  about: {
    en: 'Users of the forum.',
    ru: 'Пользователи форума.',
  },
  description: 'phpBB 3 (MySQL, MariaDB, PostgreSQL, SQLite)',
  places: ['mysql', 'postgres', 'sqlite'],
  columns: COLUMNS,
  open(from, options, warn) {
    warn(importMessage('bots-skipped', {}))
    warn(importMessage('admins-as-players', {}))
    return readTable(from, options, warn, {
      table: 'users',
      prefix: 'phpbb_',
      key: 'user_id',
      columns: COLUMNS,
      required: ['username', 'user_password', 'user_type'],
      joinedTables: { banlist: 'ban_userid', user_group: 'user_id' },
      wholeTables: ['groups'],
      toRow,
    })
  },
}

function toRow(fields: Fields, joined: JoinedTables): SourceRow | undefined {
  if (textOf(fields.user_type) === BOT) return undefined
  const hash = someText(fields.user_password)
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.username),
    email: someText(fields.user_email),
    password: hash === undefined ? undefined : { text: hash, scheme: 'phpbb' },
    activated: textOf(fields.user_type) !== INACTIVE,
    createdAt: instantOf(fields.user_regdate),
    seenAt: instantOf(fields.user_lastvisit),
    roles: rolesOf(joined),
    ban: banOf(joined('banlist')),
  }
  return { row: Number(fields.user_id), player, faults: [], notes: [] }
}

function rolesOf(joined: JoinedTables): string[] {
  const memberships = joined('user_group').filter(({ user_pending }) => !flagOf(user_pending))
  const ids = new Set(memberships.map(({ group_id }) => textOf(group_id)))
  const groups = joined('groups').filter(({ group_id }) => ids.has(textOf(group_id)))
  const names = groups.map(({ group_name }) => textOf(group_name))
  return names.filter((name) => !DEFAULT_GROUPS.includes(name)).flatMap(roleId)
}

/** Reads a ban. `ban_end` is 0 for a permanent ban; `ban_exclude` marks a user who is never banned. */
function banOf(bans: readonly Fields[]) {
  if (bans.some(({ ban_exclude }) => flagOf(ban_exclude))) return undefined
  const ban = bans.find(({ ban_end }) => textOf(ban_end) === '0') ?? bans.at(-1)
  if (!ban) return undefined
  const reason = someText(ban.ban_give_reason) ?? someText(ban.ban_reason) ?? 'import'
  return { reason, until: instantOf(ban.ban_end) ?? null }
}
