import { NOTHING_BUT_A_NAME, type OldPassword } from '../read/imported-player.ts'
import { instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = ['ID', 'user_login', 'user_pass', 'user_email', 'user_registered']

/** The role of everybody who signs up. */
const USUAL_ROLE = 'subscriber'

/** WordPress. Who signs in by name does so by `user_login`; the plugin Two-Factor has secrets in `usermeta`. */
export const wordpress: Source = {
  name: 'wordpress',
  description: 'WordPress (MySQL, MariaDB, SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'users',
      prefix: 'wp_',
      key: 'ID',
      columns: COLUMNS,
      required: ['user_login', 'user_pass'],
      beside: { usermeta: 'user_id' },
      toRow: (fields, beside) => toRow(fields, beside, `${options.prefix || 'wp_'}capabilities`),
    }),
}

function toRow(fields: Fields, beside: Beside, capabilities: string): SourceRow {
  const meta = new Map(
    beside('usermeta').map(({ meta_key, meta_value }) => [textOf(meta_key), textOf(meta_value)]),
  )
  const usesApp = meta.get('_two_factor_enabled_providers')?.includes('"Two_Factor_Totp"') ?? false
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.user_login),
    email: someText(textOf(fields.user_email).replaceAll('&amp;', '&')), // it escapes addresses
    password: passwordOf(textOf(fields.user_pass)),
    createdAt: instantOf(fields.user_registered),
    totp: usesApp ? meta.get('_two_factor_totp_key') : undefined,
    roles: rolesOf(meta.get(capabilities) ?? ''),
  }
  return { row: Number(fields.id), player, faults: [], notes: [] }
}

/** Before 6.8 phpass or, where nobody has signed in since 2.5, 32 digits of MD5; both of slashed text. */
function passwordOf(text: string): OldPassword | undefined {
  if (text === '') return undefined
  return text.startsWith('$wp$') ? { text } : { text, scheme: 'wordpress-slashed' }
}

/** Roles stand in a serialized array, `a:1:{s:6:"editor";b:1;}`. */
function rolesOf(capabilities: string): string[] {
  const names = [...capabilities.matchAll(/"([^"]+)";b:1;/g)].map(([, name = '']) => name)
  return names.filter((name) => name !== USUAL_ROLE).flatMap(roleId)
}
