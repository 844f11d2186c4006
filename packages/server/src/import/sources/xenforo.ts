import { serializedField } from '../../credentials/password-hash/formats/serialized-field.ts'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { flagOf, instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['user_id', 'username', 'email', 'user_group_id', 'secondary_group_ids'],
  ...['register_date', 'last_activity', 'user_state', 'is_banned'],
]

const DEFAULT_GROUPS = ['1', '2']
const UNCONFIRMED = ['email_confirm', 'moderated']
const SHUT_OUT = ['rejected', 'disabled']

export const xenforo: Source = {
  name: 'xenforo',
  title: 'XenForo',
  about: {
    en: 'Users of the forum.',
    ru: 'Пользователи форума.',
  },
  description: 'XenForo (MySQL, MariaDB, or their dump turned into SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'user',
      prefix: 'xf_',
      key: 'user_id',
      columns: COLUMNS,
      required: ['username', 'user_group_id'],
      joinedTables: { user_authenticate: 'user_id', user_ban: 'user_id', user_tfa: 'user_id' },
      wholeTables: ['user_group'],
      toRow,
    }),
}

function toRow(fields: Fields, joined: JoinedTables): SourceRow {
  const [authenticate] = joined('user_authenticate')
  const state = textOf(fields.user_state)
  const hash = someText(authenticate?.data)
  const hasNone = textOf(authenticate?.scheme_class).includes('NoPassword')
  const app = joined('user_tfa').find(({ provider_id }) => textOf(provider_id) === 'totp')
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.username),
    email: someText(fields.email),
    password: hash === undefined || hasNone ? undefined : { text: hash },
    activated: !UNCONFIRMED.includes(state),
    createdAt: instantOf(fields.register_date),
    seenAt: instantOf(fields.last_activity),
    totp: serializedField(textOf(app?.provider_data), 'secret'),
    roles: rolesOf(fields, joined('user_group')),
    ban: banOf(fields, state, joined('user_ban')[0]),
  }
  return { row: Number(fields.user_id), player, faults: [], notes: [] }
}

function rolesOf(fields: Fields, groups: readonly Fields[]): string[] {
  const secondary = textOf(fields.secondary_group_ids).split(',')
  const ids = [textOf(fields.user_group_id), ...secondary].filter(
    (id) => !DEFAULT_GROUPS.includes(id),
  )
  return groups
    .filter(({ user_group_id }) => ids.includes(textOf(user_group_id)))
    .flatMap(({ title }) => roleId(title))
}

function banOf({ is_banned }: Fields, state: string, ban: Fields | undefined) {
  if (!flagOf(is_banned))
    return SHUT_OUT.includes(state) ? { reason: 'import', until: null } : undefined
  return { reason: someText(ban?.user_reason) ?? 'import', until: instantOf(ban?.end_date) ?? null }
}
