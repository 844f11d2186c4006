import { readPlayerId } from '../../players/player-id.ts'
import { NOTHING_BUT_A_NAME } from '../read/imported-player.ts'
import { instantOf, readLocale, roleId, someText, textOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceOptions, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'
import { type OldFiles, openOldFiles } from '../read/source-files.ts'

const COLUMNS = [
  ...['uid', 'email', 'nickname', 'password', 'permission', 'last_sign_at', 'register_at'],
  'locale',
]

/** Where skins and capes are by their hashes, from its folder; or `--files` is that folder itself. */
const TEXTURES = ['storage/textures', '']
const AT_ONCE = 50
/** A player wears one skin and one cape since version 4; before it there were two skins and a choice. */
const WORN = ['tid_skin', 'tid_cape', 'tid_steve', 'tid_alex']

/** What `permission` says beside 0. */
const BANNED = '-1'
const ROLES: Readonly<Record<string, string>> = { '1': 'admin', '2': 'super-admin' }

/**
 * Blessing Skin. A user signs in by e-mail and has players; the uuids are in the table `uuid` of its
 * plugin for Yggdrasil. `PWD_METHOD` and `SALT` stand in its `.env`, and no row names them.
 */
export const blessing: Source = {
  name: 'blessing',
  description: 'Blessing Skin (MySQL, MariaDB, PostgreSQL, SQLite)',
  places: ['mysql', 'postgres', 'sqlite'],
  columns: COLUMNS,
  open(from, options, told) {
    told('administrators come as players')
    const files = oldFiles(options, told)
    told(
      'where hashes are digits, .env has PWD_METHOD for --scheme (MD5 md5, SALTED2MD5 salted2-md5, SHA256 sha256, SALTED2SHA256 salted2-sha256, SHA512 sha512, SALTED2SHA512 double-sha512) and SALT for --salt',
    )
    return readTable(from, options, told, {
      table: 'users',
      key: 'uid',
      columns: COLUMNS,
      required: ['email', 'nickname', 'password', 'permission'],
      beside: { players: 'uid' },
      further: {
        uuid: { column: 'name', from: 'players', fields: ['name'] },
        textures: { column: 'tid', from: 'players', fields: WORN },
      },
      ...(files && { atOnce: AT_ONCE }),
      toRow: (fields, beside) => toRow(fields, beside, { salt: options.salt, files }),
    })
  },
}

function oldFiles({ files }: SourceOptions, told: (sentence: string) => void) {
  if (files !== undefined) return openOldFiles(files, TEXTURES)
  told('skins and capes stay behind: --files names the folder of Blessing Skin')
  return undefined
}

type Old = { salt: string | undefined; files: OldFiles | undefined }

function toRow(fields: Fields, beside: Beside, { salt, files }: Old): SourceRow {
  const notes: string[] = []
  const players = beside('players').toSorted((a, b) => Number(a.pid) - Number(b.pid))
  const [name, ...others] = players.map((player) => textOf(player.name ?? player.player_name))
  if (others.length > 0) notes.push(`comes without their other players: ${others.join(', ')}`)
  if (name === undefined) notes.push('comes by the nickname: there is no player')
  const known = beside('uuid').find((one) => textOf(one.name) === name)
  const worn = files && players[0] ? wornBy(players[0], beside('textures'), files, notes) : {}
  const hash = someText(fields.password)
  const permission = textOf(fields.permission)
  const player = {
    ...NOTHING_BUT_A_NAME,
    ...worn,
    username: name ?? textOf(fields.nickname),
    uuid: readPlayerId(textOf(known?.uuid)),
    email: someText(fields.email),
    password: hash === undefined ? undefined : { text: hash, salt: saltOf(hash, salt) },
    locale: readLocale(textOf(fields.locale)),
    createdAt: instantOf(fields.register_at),
    seenAt: instantOf(fields.last_sign_at),
    roles: roleId(ROLES[permission]),
    ban: permission === BANNED ? { reason: 'import', until: null } : undefined,
  }
  return { row: Number(fields.uid), player, faults: [], notes }
}

/** A hash that has its own salt needs none. */
function saltOf(hash: string, salt: string | undefined): string | undefined {
  return /^[0-9a-f]+$/i.test(hash) ? salt : undefined
}

function wornBy(player: Fields, textures: readonly Fields[], files: OldFiles, notes: string[]) {
  const chosen = textOf(player.preference) === 'slim' ? player.tid_alex : player.tid_steve
  const find = (tid: unknown) => textures.find((texture) => textOf(texture.tid) === textOf(tid))
  const skin = find(player.tid_skin ?? chosen)
  const cape = find(player.tid_cape)
  const png = skin && files.texture('skin', textOf(skin.hash), notes)
  return {
    skin: png === undefined ? undefined : { png, slim: textOf(skin?.type) === 'alex' },
    cape: cape && files.texture('cape', textOf(cape.hash), notes),
  }
}
