import type { ImportMessage } from '@portal/contract'
import { readPlayerId } from '../../players/player-id.ts'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER, type ImportedPassword } from '../read/imported-player.ts'
import { flagOf, instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['id', 'username', 'password', 'pass_method', 'joined', 'email', 'isbanned', 'active'],
  ...['last_online', 'tfa_enabled', 'tfa_type', 'tfa_secret', 'tfa_complete', 'uuid'],
]

/** Values of columns: `BAN` and `IP_BAN` occur in `type` of infractions, `BY_APP` in `tfa_type` of users. */
const [BAN, IP_BAN, BY_APP] = ['1', '3', '1']

/** NamelessMC 2. The UUID is in the integration `Minecraft`; older versions have it in the table of users. */
export const namelessmc: Source = {
  name: 'namelessmc',
  title: 'NamelessMC',
  about: {
    en: 'Players and their bans.',
    ru: 'Игроки и их блокировки.',
  },
  description: 'NamelessMC (MySQL, MariaDB, or their dump turned into SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open: (from, options, warn) =>
    readTable(from, options, warn, {
      table: 'users',
      prefix: 'nl2_',
      key: 'id',
      columns: COLUMNS,
      required: ['username', 'password', 'pass_method'],
      joinedTables: {
        users_integrations: 'user_id',
        users_groups: 'user_id',
        infractions: 'punished',
      },
      wholeTables: ['integrations', 'groups'],
      toRow,
    }),
}

function toRow(fields: Fields, joined: JoinedTables): SourceRow {
  const notes: ImportMessage[] = []
  const uuid = gameIdOf(fields, joined)
  const totp = someText(fields.tfa_secret)
  const isOn = flagOf(fields.tfa_enabled) && flagOf(fields.tfa_complete)
  if (isOn && textOf(fields.tfa_type) !== BY_APP) {
    notes.push(importMessage('totp-not-app', {}))
  }
  const player = {
    ...EMPTY_PLAYER,
    username: textOf(fields.username),
    uuid: readPlayerId(uuid),
    email: someText(fields.email),
    password: passwordOf(textOf(fields.password), textOf(fields.pass_method).toLowerCase()),
    activated: flagOf(fields.active),
    createdAt: instantOf(fields.joined),
    seenAt: instantOf(fields.last_online),
    totp: isOn && textOf(fields.tfa_type) === BY_APP ? totp : undefined,
    roles: rolesOf(joined),
    ban: flagOf(fields.isbanned) ? banOf(joined('infractions')) : undefined,
  }
  if (uuid !== '' && player.uuid === undefined) {
    notes.push(importMessage('uuid-invalid', { column: 'uuid', value: uuid }))
  }
  return { row: Number(fields.id), player, faults: [], notes }
}

/**
 * Reads a password hash. `pbkdf2` and `sha256` are AuthMe's formats without their prefix; `modernbb` is a single SHA-1.
 */
function passwordOf(text: string, method: string): ImportedPassword | undefined {
  if (text === '') return undefined
  if (method === 'sha1' || method === 'modernbb') return { text, scheme: 'sha1' }
  if (method === 'pbkdf2') return { text: `pbkdf2_sha256$${text}` }
  if (method === 'sha256') return { text: `$SHA$${text}` }
  return { text }
}

function gameIdOf(fields: Fields, joined: JoinedTables): string {
  const minecraft = joined('integrations').find(({ name }) => textOf(name) === 'Minecraft')
  const linked = joined('users_integrations').find(
    ({ integration_id }) => minecraft && textOf(integration_id) === textOf(minecraft.id),
  )
  return textOf(linked?.identifier) || textOf(fields.uuid)
}

function rolesOf(joined: JoinedTables): string[] {
  const ids = new Set(joined('users_groups').map(({ group_id }) => textOf(group_id)))
  const groups = joined('groups').filter(
    ({ id, default_group }) => ids.has(textOf(id)) && !flagOf(default_group),
  )
  return groups.flatMap(({ name }) => roleId(name))
}

function banOf(infractions: readonly Fields[]) {
  const ban = infractions.findLast(
    ({ type, revoked }) => [BAN, IP_BAN].includes(textOf(type)) && !flagOf(revoked),
  )
  return { reason: someText(ban?.reason) ?? 'import', until: null }
}
