import { readPlayerId } from '../../players/player-id.ts'
import { NOTHING_BUT_A_NAME, type OldPassword } from '../read/imported-player.ts'
import { flagOf, instantOf, readLocale, textOf } from '../read/read-fields.ts'
import { type Beside, readTable } from '../read/read-table.ts'
import type { Source, SourceRow } from '../read/source.ts'
import type { Fields } from '../read/source-database.ts'
import { type OldFiles, openOldFiles } from '../read/source-files.ts'

const COLUMNS = [
  ...['uuid', 'username', 'password_salt', 'password_hash', 'is_locked', 'preferred_language'],
  ...['player_name', 'created_at', 'skin_hash', 'skin_model', 'cape_hash'],
]
/** So many rows may have a skin and a cape in memory. */
const AT_ONCE = 50

/**
 * Drasl, which uses SQLite and has no e-mail addresses. A user has players since its database version 4;
 * before it, the user was the player.
 */
export const drasl: Source = {
  name: 'drasl',
  description: 'Drasl (SQLite)',
  places: ['sqlite'],
  columns: COLUMNS,
  open(from, options, told) {
    told('administrators come as players')
    const files = options.files === undefined ? undefined : openOldFiles(options.files, ['{kind}'])
    if (!files) told('skins and capes stay behind: --files names the StateDirectory of Drasl')
    return readTable(from, options, told, {
      table: 'users',
      key: 'uuid',
      columns: COLUMNS,
      required: ['username', 'password_salt', 'password_hash'],
      beside: { players: 'user_uuid' },
      ...(files && { atOnce: AT_ONCE }),
      toRow: (fields, beside) => toRow(fields, beside, files),
    })
  },
}

function toRow(fields: Fields, beside: Beside, files: OldFiles | undefined): SourceRow {
  const notes: string[] = []
  const username = textOf(fields.username)
  const players = beside('players').toSorted(
    (a, b) => (instantOf(a.created_at) ?? 0) - (instantOf(b.created_at) ?? 0),
  )
  const own = players.find(({ name }) => textOf(name) === username) ?? players[0]
  const name = own ? textOf(own.name) : textOf(fields.player_name) || username
  const others = players.filter((player) => player !== own).map((player) => textOf(player.name))
  if (others.length > 0) notes.push(`comes without their other players: ${others.join(', ')}`)
  if (name !== username) notes.push(`signs in as ${name} here, not as ${username}`)
  const isUser = own === undefined && textOf(fields.player_name) === ''
  const player = {
    ...NOTHING_BUT_A_NAME,
    ...(files && wornBy(own ?? fields, files, notes)),
    username: name,
    uuid: isUser ? undefined : readPlayerId(textOf(own ? own.uuid : fields.uuid)),
    password: passwordOf(fields),
    locale: readLocale(textOf(fields.preferred_language)),
    createdAt: instantOf(own ? own.created_at : fields.created_at),
    ban: flagOf(fields.is_locked) ? { reason: 'import', until: null } : undefined,
  }
  return { row: username, player, faults: [], notes }
}

/** Both are bytes. Who signs in elsewhere only has none. */
function passwordOf({ password_hash, password_salt }: Fields): OldPassword | undefined {
  const text = hexOf(password_hash)
  return text === '' ? undefined : { text, salt: hexOf(password_salt), scheme: 'scrypt' }
}

function hexOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : ''
}

/** Files are named by their hashes, in a folder of skins and one of capes. */
function wornBy({ skin_hash, skin_model, cape_hash }: Fields, files: OldFiles, notes: string[]) {
  const [skin, cape] = [textOf(skin_hash), textOf(cape_hash)]
  const png = skin === '' ? undefined : files.texture('skin', `${skin}.png`, notes)
  return {
    skin: png === undefined ? undefined : { png, slim: textOf(skin_model) === 'slim' },
    cape: cape === '' ? undefined : files.texture('cape', `${cape}.png`, notes),
  }
}
