import { EMPTY_PLAYER, type ImportedPassword } from '../read/imported-player.ts'
import { instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = ['ID', 'user_login', 'user_pass', 'user_email', 'user_registered']

const DEFAULT_ROLE = 'subscriber'

/** WordPress. Users sign in with `user_login`. The plugin Two-Factor stores its secrets in `usermeta`. */
export const wordpress: Source = {
  name: 'wordpress',
  title: 'WordPress',
  about: {
    en: 'Users with their passwords.',
    ru: 'Пользователи с их паролями.',
  },
  description: 'WordPress (MySQL, MariaDB, SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'users',
      prefix: 'wp_',
      key: 'ID',
      columns: COLUMNS,
      required: ['user_login', 'user_pass'],
      joinedTables: { usermeta: 'user_id' },
      toRow: (fields, joined) => toRow(fields, joined, `${options.prefix || 'wp_'}capabilities`),
    }),
}

function toRow(fields: Fields, joined: JoinedTables, capabilities: string): SourceRow {
  const meta = new Map(
    joined('usermeta').map(({ meta_key, meta_value }) => [textOf(meta_key), textOf(meta_value)]),
  )
  const usesApp = meta.get('_two_factor_enabled_providers')?.includes('"Two_Factor_Totp"') ?? false
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.user_login),
    email: someText(textOf(fields.user_email).replaceAll('&amp;', '&')), // WordPress escapes addresses
    password: passwordOf(textOf(fields.user_pass)),
    createdAt: instantOf(fields.user_registered),
    totp: usesApp ? meta.get('_two_factor_totp_key') : undefined,
    roles: rolesOf(meta.get(capabilities) ?? ''),
  }
  return { row: Number(fields.id), player, faults: [], notes: [] }
}

/**
 * Reads a hash from before WordPress 6.8: phpass or, for users who have not signed in since 2.5, MD5 in 32 hexadecimal
 * digits. Both were made of the password with added backslashes.
 */
function passwordOf(text: string): ImportedPassword | undefined {
  if (text === '') return undefined
  return text.startsWith('$wp$') ? { text } : { text, scheme: 'wordpress-slashed' }
}

/** Reads roles, which are the keys of a serialized array such as `a:1:{s:6:"editor";b:1;}`. */
function rolesOf(capabilities: string): string[] {
  const names = [...capabilities.matchAll(/"([^"]+)";b:1;/g)].map(([, name = '']) => name)
  return names.filter((name) => name !== DEFAULT_ROLE).flatMap(roleId)
}
