import type { ImportMessage } from '@portal/contract'
import { readPlayerId } from '../../players/player-id.ts'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER } from '../read/imported-player.ts'
import { instantOf, readLocale, roleId, someText, textOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceOptions, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'
import { openSourceFiles, type SourceFiles } from '../read/source-files.ts'

const COLUMNS = [
  ...['uid', 'email', 'nickname', 'password', 'permission', 'last_sign_at', 'register_at'],
  'locale',
]

/**
 * Where textures are searched, relative to the folder of `--files`, which is the program's folder or the folder of
 * textures itself. The files are named by hash.
 */
const TEXTURES = ['storage/textures', '']
const BATCH_SIZE = 50
/**
 * The columns of the textures that a player wears. Since version 4 these are one skin and one cape; before, a player
 * had two skins and chose one.
 */
const WORN = ['tid_skin', 'tid_cape', 'tid_steve', 'tid_alex']

const BANNED = '-1'
const ROLES: Readonly<Record<string, string>> = { '1': 'admin', '2': 'super-admin' }

/**
 * Blessing Skin. A user signs in by e-mail and has players, whose UUIDs are in the table `uuid` of the Yggdrasil
 * plugin. The settings `PWD_METHOD` and `SALT` are in `.env`, not in a table.
 */
export const blessing: Source = {
  name: 'blessing',
  title: 'Blessing Skin',
  about: {
    en: 'Users, without their skins.',
    ru: 'Пользователи, без скинов.',
  },
  description: 'Blessing Skin (MySQL, MariaDB, PostgreSQL, SQLite)',
  places: ['mysql', 'postgres', 'sqlite'],
  columns: COLUMNS,
  open(from, options, warn) {
    warn(importMessage('admins-as-players', {}))
    const files = openFiles(options, warn)
    warn(importMessage('hash-settings', {}))
    return readTable(from, options, warn, {
      table: 'users',
      key: 'uid',
      columns: COLUMNS,
      required: ['email', 'nickname', 'password', 'permission'],
      joinedTables: { players: 'uid' },
      nestedJoins: {
        uuid: { column: 'name', from: 'players', fields: ['name'] },
        textures: { column: 'tid', from: 'players', fields: WORN },
      },
      ...(files && { batchSize: BATCH_SIZE }),
      toRow: (fields, joined) => toRow(fields, joined, { salt: options.salt, files }),
    })
  },
}

function openFiles({ files }: SourceOptions, warn: (message: ImportMessage) => void) {
  if (files !== undefined) return openSourceFiles(files, TEXTURES)
  warn(importMessage('textures-need-files', { folder: 'the folder of Blessing Skin' }))
  return undefined
}

type SourceContext = { salt: string | undefined; files: SourceFiles | undefined }

function toRow(fields: Fields, joined: JoinedTables, { salt, files }: SourceContext): SourceRow {
  const notes: ImportMessage[] = []
  const players = joined('players').toSorted((a, b) => Number(a.pid) - Number(b.pid))
  const [name, ...others] = players.map((player) => textOf(player.name ?? player.player_name))
  if (others.length > 0) {
    notes.push(importMessage('other-players', { names: others.join(', ') }))
  }
  if (name === undefined) notes.push(importMessage('nickname-used', {}))
  const known = joined('uuid').find((one) => textOf(one.name) === name)
  const worn = files && players[0] ? texturesOf(players[0], joined('textures'), files, notes) : {}
  const hash = someText(fields.password)
  const permission = textOf(fields.permission)
  const player = {
    ...EMPTY_PLAYER,
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

/** Returns the salt if the hash is hexadecimal; hashes of other formats contain their salt. */
function saltOf(hash: string, salt: string | undefined): string | undefined {
  return /^[0-9a-f]+$/i.test(hash) ? salt : undefined
}

function texturesOf(
  player: Fields,
  textures: readonly Fields[],
  files: SourceFiles,
  notes: ImportMessage[],
) {
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
