import { serializedField } from '../../credentials/password-hash/formats/serialized-field.ts'
import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { flagOf, instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['user_id', 'username', 'email', 'user_group_id', 'secondary_group_ids'],
  ...['register_date', 'last_activity', 'user_state', 'is_banned'],
]

/** Guests, and everybody who signs up. */
const USUAL_GROUPS = ['1', '2']
const UNCONFIRMED = ['email_confirm', 'moderated']
const SHUT_OUT = ['rejected', 'disabled']

/** XenForo 1 and 2. The hash is in `xf_user_authenticate`, serialized by PHP. */
export const xenforo: Source = {
  name: 'xenforo',
  description: 'XenForo (MySQL, MariaDB, or their dump turned into SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'user',
      prefix: 'xf_',
      key: 'user_id',
      columns: COLUMNS,
      required: ['username', 'user_group_id'],
      beside: { user_authenticate: 'user_id', user_ban: 'user_id', user_tfa: 'user_id' },
      whole: ['user_group'],
      toRow,
    }),
}

function toRow(fields: Fields, beside: Beside): SourceRow {
  const [authenticate] = beside('user_authenticate')
  const state = textOf(fields.user_state)
  const hash = someText(authenticate?.data)
  const hasNone = textOf(authenticate?.scheme_class).includes('NoPassword')
  const app = beside('user_tfa').find(({ provider_id }) => textOf(provider_id) === 'totp')
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.username),
    email: someText(fields.email),
    password: hash === undefined || hasNone ? undefined : { text: hash },
    activated: !UNCONFIRMED.includes(state),
    createdAt: instantOf(fields.register_date),
    seenAt: instantOf(fields.last_activity),
    totp: serializedField(textOf(app?.provider_data), 'secret'),
    roles: rolesOf(fields, beside('user_group')),
    ban: banOf(fields, state, beside('user_ban')[0]),
  }
  return { row: Number(fields.user_id), player, faults: [], notes: [] }
}

function rolesOf(fields: Fields, groups: readonly Fields[]): string[] {
  const secondary = textOf(fields.secondary_group_ids).split(',')
  const ids = [textOf(fields.user_group_id), ...secondary].filter(
    (id) => !USUAL_GROUPS.includes(id),
  )
  return groups
    .filter(({ user_group_id }) => ids.includes(textOf(user_group_id)))
    .flatMap(({ title }) => roleId(title))
}

/** `end_date` is 0 for a ban without an end. */
function banOf({ is_banned }: Fields, state: string, ban: Fields | undefined) {
  if (!flagOf(is_banned))
    return SHUT_OUT.includes(state) ? { reason: 'import', until: null } : undefined
  return { reason: someText(ban?.user_reason) ?? 'import', until: instantOf(ban?.end_date) ?? null }
}
