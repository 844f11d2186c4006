import { readPlayerId } from '../../players/player-id.ts'
import { NOTHING_BUT_A_NAME, type OldPassword } from '../read/imported-player.ts'
import { flagOf, instantOf, roleId, someText, textOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'

const COLUMNS = [
  ...['id', 'username', 'password', 'pass_method', 'joined', 'email', 'isbanned', 'active'],
  ...['last_online', 'tfa_enabled', 'tfa_type', 'tfa_secret', 'tfa_complete', 'uuid'],
]

/** What the columns `type` of infractions and `tfa_type` say. */
const [BAN, IP_BAN, BY_APP] = ['1', '3', '1']

/** NamelessMC 2. The uuid is that of the integration `Minecraft`; older ones have it in the table of users. */
export const namelessmc: Source = {
  name: 'namelessmc',
  description: 'NamelessMC (MySQL, MariaDB, or their dump turned into SQLite)',
  places: ['mysql', 'sqlite'],
  columns: COLUMNS,
  open: (from, options, told) =>
    readTable(from, options, told, {
      table: 'users',
      prefix: 'nl2_',
      key: 'id',
      columns: COLUMNS,
      required: ['username', 'password', 'pass_method'],
      beside: {
        users_integrations: 'user_id',
        users_groups: 'user_id',
        infractions: 'punished',
      },
      whole: ['integrations', 'groups'],
      toRow,
    }),
}

function toRow(fields: Fields, beside: Beside): SourceRow {
  const notes: string[] = []
  const uuid = gameIdOf(fields, beside)
  const totp = someText(fields.tfa_secret)
  const isOn = flagOf(fields.tfa_enabled) && flagOf(fields.tfa_complete)
  if (isOn && textOf(fields.tfa_type) !== BY_APP) {
    notes.push('comes without a second factor: it was not an app')
  }
  const player = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.username),
    uuid: readPlayerId(uuid),
    email: someText(fields.email),
    password: passwordOf(textOf(fields.password), textOf(fields.pass_method).toLowerCase()),
    activated: flagOf(fields.active),
    createdAt: instantOf(fields.joined),
    seenAt: instantOf(fields.last_online),
    totp: isOn && textOf(fields.tfa_type) === BY_APP ? totp : undefined,
    roles: rolesOf(beside),
    ban: flagOf(fields.isbanned) ? banOf(beside('infractions')) : undefined,
  }
  if (uuid !== '' && player.uuid === undefined) notes.push(`uuid: not a uuid: ${uuid}`)
  return { row: Number(fields.id), player, faults: [], notes }
}

/** `pbkdf2` and `sha256` are AuthMe's hashes without the head; `modernbb` is a plain SHA-1. */
function passwordOf(text: string, method: string): OldPassword | undefined {
  if (text === '') return undefined
  if (method === 'sha1' || method === 'modernbb') return { text, scheme: 'sha1' }
  if (method === 'pbkdf2') return { text: `pbkdf2_sha256$${text}` }
  if (method === 'sha256') return { text: `$SHA$${text}` }
  return { text }
}

function gameIdOf(fields: Fields, beside: Beside): string {
  const minecraft = beside('integrations').find(({ name }) => textOf(name) === 'Minecraft')
  const linked = beside('users_integrations').find(
    ({ integration_id }) => minecraft && textOf(integration_id) === textOf(minecraft.id),
  )
  return textOf(linked?.identifier) || textOf(fields.uuid)
}

function rolesOf(beside: Beside): string[] {
  const ids = new Set(beside('users_groups').map(({ group_id }) => textOf(group_id)))
  const groups = beside('groups').filter(
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
