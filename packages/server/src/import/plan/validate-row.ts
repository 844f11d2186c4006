import { Email, type ImportMessage } from '@portal/contract'
import { Check } from 'typebox/value'
import {
  type IdentifiedHash,
  parseLegacyHash,
} from '../../credentials/password-hash/imported-hash.ts'
import { readSecret } from '../../credentials/two-factor/totp.ts'
import { isSystemRole } from '../../permissions/permission-sets/permission-set.ts'
import { offlinePlayerId } from '../../players/player-id.ts'
import { importMessage } from '../import-message.ts'
import type { ImportedPlayer } from '../read/imported-player.ts'
import { byColumn } from '../read/read-columns.ts'
import type { SourceRow } from '../read/source.ts'
import { isUsername } from './suggest-name.ts'

export type ValidationRules = {
  renames: ReadonlyMap<string, string>
  /**
   * Whether a player without a UUID gets the UUID that a game server in offline mode would give, instead of a random
   * one.
   */
  offlineUuids: boolean
  /** The format of hashes whose text does not reveal their format (`--scheme`). */
  scheme: string | undefined
  roles: ReadonlySet<string>
  groups: ReadonlySet<string>
}

export type ValidatedRow = {
  row: number | string
  player: ImportedPlayer
  username: string
  uuid: string | undefined
  /**
   * The UUID that a game server in offline mode gives the player. The game server stores the player's inventory under
   * it.
   */
  offlineUuid: string
  hash: IdentifiedHash | undefined
  faults: ImportMessage[]
  notes: ImportMessage[]
}

const TOTP = /^[A-Z2-7 ]+=*$/i
const MAX_NAME_LENGTH = 255
const MAX_REASON_LENGTH = 500
/** The least length of a 2FA secret: a shorter secret can be guessed from a few codes. */
const MIN_SECRET_BYTES = 10

export function validateRow(sourceRow: SourceRow, rules: ValidationRules): ValidatedRow {
  const player = trimmed(sourceRow.player)
  const faults = [...sourceRow.faults]
  const notes = [...sourceRow.notes]
  const username = rules.renames.get(player.username) ?? player.username
  if (username === '') faults.push(importMessage('name-missing', {}))
  else if (!isUsername(username)) faults.push(importMessage('name-invalid', {}))

  const email = player.email && Check(Email, player.email) ? player.email : undefined
  if (player.email && !email) notes.push(importMessage('email-invalid', { email: player.email }))
  const totp = player.totp && isSecret(player.totp) ? player.totp : undefined
  if (player.totp && !totp) notes.push(importMessage('totp-invalid', {}))

  const hash = player.password && hashOf(player, rules.scheme)
  if (hash && 'like' in hash) faults.push(hashFault(hash.like))
  if (!hash) notes.push(importMessage('password-none', {}))

  const roles = [...new Set(player.roles)].filter((id) => rules.roles.has(id) && !isSystemRole(id))
  const groups = player.groups.filter(({ id }) => rules.groups.has(id))
  for (const id of [...player.roles, ...player.groups.map((group) => group.id)]) {
    if (rules.roles.has(id) || rules.groups.has(id)) continue
    notes.push(importMessage('set-unknown', { id }))
  }

  const offlineUuid = offlinePlayerId(player.username)
  const uuid = player.uuid ?? player.premiumUuid ?? (rules.offlineUuids ? offlineUuid : undefined)
  return {
    row: sourceRow.row,
    player: { ...player, email, totp, roles, groups },
    username,
    uuid,
    offlineUuid,
    notes,
    faults: faults.sort(byColumn),
    hash: hash && 'text' in hash ? hash : undefined,
  }
}

/** Cuts overlong names and reasons, and removes from a reason characters that a database may refuse. */
function trimmed(player: ImportedPlayer): ImportedPlayer {
  const { username, ban } = player
  const reason = ban?.reason
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
  return {
    ...player,
    username: username.slice(0, MAX_NAME_LENGTH),
    ban: ban && { ...ban, reason: reason?.toWellFormed() || 'import' },
  }
}

function isSecret(text: string): boolean {
  return TOTP.test(text) && readSecret(text).length >= MIN_SECRET_BYTES
}

function hashOf({ username, password }: ImportedPlayer, scheme: string | undefined) {
  if (!password) return undefined
  const { text, salt } = password
  return parseLegacyHash({ text, salt, username }, password.scheme ?? scheme)
}

function hashFault(schemes: readonly string[]): ImportMessage {
  if (schemes.length === 0) return importMessage('hash-unknown', {})
  return importMessage('hash-ambiguous', { schemes: schemes.join(', ') })
}
