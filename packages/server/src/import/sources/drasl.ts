import type { ImportMessage } from '@portal/contract'
import { readPlayerId } from '../../players/player-id.ts'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER, type ImportedPassword } from '../read/imported-player.ts'
import { flagOf, instantOf, readLocale, textOf } from '../read/read-fields.ts'
import { type JoinedTables, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'
import { openSourceFiles, type SourceFiles } from '../read/source-files.ts'

const COLUMNS = [
  ...['uuid', 'username', 'password_salt', 'password_hash', 'is_locked', 'preferred_language'],
  ...['player_name', 'created_at', 'skin_hash', 'skin_model', 'cape_hash'],
]
/** How many rows, with their skins and capes, are in memory at a time. */
const BATCH_SIZE = 50

/**
 * Drasl. It uses SQLite and has no e-mail addresses. Since version 4 of its database a user has several players;
 * before, each user was one player.
 */
export const drasl: Source = {
  name: 'drasl',
  title: 'Drasl',
  about: {
    en: 'The account server, without skins.',
    ru: 'Сервер аккаунтов, без скинов.',
  },
  description: 'Drasl (SQLite)',
  places: ['sqlite'],
  columns: COLUMNS,
  open(from, options, warn) {
    warn(importMessage('admins-as-players', {}))
    const files =
      options.files === undefined ? undefined : openSourceFiles(options.files, ['{kind}'])
    if (!files) warn(importMessage('textures-need-files', { folder: 'StateDirectory' }))
    return readTable(from, options, warn, {
      table: 'users',
      key: 'uuid',
      columns: COLUMNS,
      required: ['username', 'password_salt', 'password_hash'],
      joinedTables: { players: 'user_uuid' },
      ...(files && { batchSize: BATCH_SIZE }),
      toRow: (fields, joined) => toRow(fields, joined, files),
    })
  },
}

function toRow(fields: Fields, joined: JoinedTables, files: SourceFiles | undefined): SourceRow {
  const notes: ImportMessage[] = []
  const username = textOf(fields.username)
  const players = joined('players').toSorted(
    (a, b) => (instantOf(a.created_at) ?? 0) - (instantOf(b.created_at) ?? 0),
  )
  const own = players.find(({ name }) => textOf(name) === username) ?? players[0]
  const name = own ? textOf(own.name) : textOf(fields.player_name) || username
  const others = players.filter((player) => player !== own).map((player) => textOf(player.name))
  if (others.length > 0) {
    notes.push(importMessage('other-players', { names: others.join(', ') }))
  }
  if (name !== username) {
    notes.push(importMessage('login-changed', { name, before: username }))
  }
  const isUser = own === undefined && textOf(fields.player_name) === ''
  const player = {
    ...EMPTY_PLAYER,
    ...(files && texturesOf(own ?? fields, files, notes)),
    username: name,
    uuid: isUser ? undefined : readPlayerId(textOf(own ? own.uuid : fields.uuid)),
    password: passwordOf(fields),
    locale: readLocale(textOf(fields.preferred_language)),
    createdAt: instantOf(own ? own.created_at : fields.created_at),
    ban: flagOf(fields.is_locked) ? { reason: 'import', until: null } : undefined,
  }
  return { row: username, player, faults: [], notes }
}

/** Reads a password hash and its salt, which are bytes. Users who sign in only by another service have none. */
function passwordOf({ password_hash, password_salt }: Fields): ImportedPassword | undefined {
  const text = hexOf(password_hash)
  return text === '' ? undefined : { text, salt: hexOf(password_salt), scheme: 'scrypt' }
}

function hexOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : ''
}

/** Reads skin and cape. The files are named by hash, in one folder for skins and one for capes. */
function texturesOf(
  { skin_hash, skin_model, cape_hash }: Fields,
  files: SourceFiles,
  notes: ImportMessage[],
) {
  const [skin, cape] = [textOf(skin_hash), textOf(cape_hash)]
  const png = skin === '' ? undefined : files.texture('skin', `${skin}.png`, notes)
  return {
    skin: png === undefined ? undefined : { png, slim: textOf(skin_model) === 'slim' },
    cape: cape === '' ? undefined : files.texture('cape', `${cape}.png`, notes),
  }
}
