import type { ImportMessage } from '@portal/contract'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import {
  flagOf,
  instantOf,
  readBalance,
  readLocale,
  roleId,
  someText,
  textOf,
  uuidOf,
} from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const DEFAULT_ROLE = '1'

const COLUMNS = [
  ...['id', 'name', 'email', 'password', 'role_id', 'game_id'],
  ...['two_factor_secret', 'google_2fa_secret', 'last_login_at', 'is_banned', 'created_at'],
  ...['deleted_at', 'is_deleted', 'locale', 'money', 'email_verified_at'],
]

export const azuriom: Source = {
  name: 'azuriom',
  title: 'Azuriom',
  about: {
    en: 'Players with roles, bans and balances.',
    ru: 'Игроки с ролями, блокировками и балансами.',
  },
  description: 'Azuriom (MySQL, MariaDB, PostgreSQL, SQLite)',
  places: ['mysql', 'postgres', 'sqlite'],
  columns: COLUMNS,
  open(from, options, warn) {
    warn(importMessage('deleted-users-skipped', {}))
    warn(importMessage('admins-as-players', {}))
    return readTable(from, options, warn, {
      table: 'users',
      key: 'id',
      columns: COLUMNS,
      required: ['name', 'password', 'role_id'],
      joinedTables: { bans: 'user_id' },
      wholeTables: ['roles', 'settings'],
      toRow,
    })
  },
}

function toRow(fields: Fields, joined: JoinedTables): SourceRow | undefined {
  if (textOf(fields.deleted_at) !== '' || flagOf(fields.is_deleted)) return undefined
  const notes: ImportMessage[] = []
  const hash = someText(fields.password)
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.name),
    uuid: uuidOf(fields, 'game_id', notes),
    email: someText(fields.email),
    password: hash === undefined ? undefined : { text: hash },
    locale: readLocale(textOf(fields.locale)),
    createdAt: instantOf(fields.created_at),
    seenAt: instantOf(fields.last_login_at),
    totp: someText(fields.two_factor_secret) ?? someText(fields.google_2fa_secret),
    activated: !isAwaited(joined('settings')) || textOf(fields.email_verified_at) !== '',
    realCents: moneyOf(fields, notes),
    roles: rolesOf(fields, joined('roles')),
    ban: banOf(fields, joined('bans')),
  }
  return { row: Number(fields.id), player, faults: [], notes }
}

/** Whether the previous site required confirmed addresses. If it did not, hardly any address is confirmed. */
function isAwaited(settings: readonly Fields[]): boolean {
  const named = settings.find(({ name }) => textOf(name) === 'mail.users_email_verification')
  return flagOf(named?.value)
}

function moneyOf({ money }: Fields, notes: ImportMessage[]): number {
  const text = textOf(money) || '0'
  const cents = readBalance(text)
  if (cents === undefined) {
    notes.push(importMessage('balance-invalid', { balance: 'real', amount: text }))
  }
  return cents ?? 0
}

function rolesOf({ role_id }: Fields, roles: readonly Fields[]): string[] {
  const role = roles.find(({ id }) => textOf(id) === textOf(role_id))
  return role && textOf(role_id) !== DEFAULT_ROLE ? roleId(role.name) : []
}

function banOf({ is_banned }: Fields, bans: readonly Fields[]) {
  const ban = bans.findLast(({ removed_at }) => textOf(removed_at) === '')
  if (!ban && !flagOf(is_banned)) return undefined
  return { reason: someText(ban?.reason) ?? 'import', until: null }
}
