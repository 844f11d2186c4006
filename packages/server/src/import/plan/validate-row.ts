import { Email } from '@portal/contract'
import { Check } from 'typebox/value'
import { type ReadHash, readOldHash } from '../../credentials/password-hash/imported-hash.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { isSystem } from '../../permissions/permission-sets/permission-set.ts'
import { offlinePlayerId } from '../../players/player-id.ts'
import type { ImportedPlayer } from '../read/imported-player.ts'
import { byColumn } from '../read/read-columns.ts'
import type { SourceRow } from '../read/source.ts'
import { isUsername } from './suggest-name.ts'

/** How names, uuids and passwords of this run are read. */
export type Rules = {
  renames: ReadonlyMap<string, string>
  /** Gives a player without a uuid the one of an offline-mode game server. */
  offlineUuids: boolean
  /** What `--scheme` says of hashes whose form does not tell. */
  scheme: string | undefined
  /** The roles and donate groups of this site, by id. */
  roles: ReadonlySet<string>
  groups: ReadonlySet<string>
}

/** A row of the plan: what it is, what it gets, and what is wrong with it. */
export type JudgedRow = {
  row: number | string
  player: ImportedPlayer
  /** The name here, which `--rename` may have given. */
  username: string
  /** The uuid here; undefined for a new one. */
  uuid: string | undefined
  /** That of a game server in offline mode, where the player's inventory would be. */
  offlineUuid: string
  hash: ReadHash | undefined
  faults: string[]
  notes: string[]
}

export const NAME_FAULT = 'username: not 3 to 16 Latin letters, digits and _'
const TOTP = /^[A-Z2-7 ]+=*$/i
/** As long as the columns of old sites. */
const LONGEST_NAME = 255
/** As long as a reason that is given here. */
const LONGEST_REASON = 500
/** Shorter secrets than this many bytes can be guessed from a few codes. */
const LEAST_SECRET = 10
const NO_SECRET =
  'comes without a second factor: its secret is not base32, or shorter than 10 bytes'

/** Looks at one row by itself: its name, its address, its password and what else it brings. */
export function judgeRow(given: SourceRow, rules: Rules): JudgedRow {
  const player = trimmed(given.player)
  const faults = [...given.faults]
  const notes = [...given.notes]
  const username = rules.renames.get(player.username) ?? player.username
  if (username === '') faults.push('username: missing')
  else if (!isUsername(username)) faults.push(NAME_FAULT)

  const email = player.email && Check(Email, player.email) ? player.email : undefined
  if (player.email && !email) notes.push(`comes without the address ${player.email}, which is none`)
  const totp = player.totp && isSecret(player.totp) ? player.totp : undefined
  if (player.totp && !totp) notes.push(NO_SECRET)

  const hash = player.password && hashOf(player, rules.scheme)
  if (hash && 'like' in hash) faults.push(hashFault(hash.like))
  if (!hash) notes.push('comes without a password: the source has none')

  const roles = [...new Set(player.roles)].filter((id) => rules.roles.has(id) && !isSystem(id))
  const groups = player.groups.filter(({ id }) => rules.groups.has(id))
  for (const id of [...player.roles, ...player.groups.map((group) => group.id)]) {
    if (rules.roles.has(id) || rules.groups.has(id)) continue
    notes.push(`comes without ${id}: this site has no such role or group`)
  }

  const offlineUuid = offlinePlayerId(player.username)
  const uuid = player.uuid ?? player.premiumUuid ?? (rules.offlineUuids ? offlineUuid : undefined)
  return {
    row: given.row,
    player: { ...player, email, totp, roles, groups },
    username,
    uuid,
    offlineUuid,
    notes,
    faults: faults.sort(byColumn),
    hash: hash && 'text' in hash ? hash : undefined,
  }
}

/** Cuts what no site needs so long, and takes signs out of a reason that a database may not store. */
function trimmed(player: ImportedPlayer): ImportedPlayer {
  const { username, ban } = player
  const reason = ban?.reason
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON)
  return {
    ...player,
    username: username.slice(0, LONGEST_NAME),
    ban: ban && { ...ban, reason: reason?.toWellFormed() || 'import' },
  }
}

function isSecret(text: string): boolean {
  return TOTP.test(text) && readSecret(text).length >= LEAST_SECRET
}

function hashOf({ username, password }: ImportedPlayer, scheme: string | undefined) {
  if (!password) return undefined
  const { text, salt } = password
  return readOldHash({ text, salt, username }, password.scheme ?? scheme)
}

function hashFault(like: readonly string[]): string {
  const unknown = 'passwordHash: not a password hash of a known form'
  if (like.length === 0) return unknown
  return `${unknown}; it looks like ${like.join(' or ')}: --scheme says which`
}
