import type { ImportMessage } from '@portal/contract'
import { MAX_CENTS } from '../../../account/balance/money.ts'
import { readPlayerId } from '../../../players/player-id.ts'
import { importMessage } from '../../import-message.ts'
import { EMPTY_PLAYER, type ImportedPlayer } from '../../read/imported-player.ts'
import { instantOf, readClaim, readLocale, someText, textOf } from '../../read/read-fields.ts'
import type { SourceRow } from '../../read/source.ts'
import type { Fields } from '../../read/source-database.ts'
import type { SourceFiles } from '../../read/source-files.ts'
import type { SourcePermissionSets } from './permission-sets.ts'
import type { RelatedRows } from './related-rows.ts'
import { isSealed, type Unseal } from './unseal.ts'

export type SourceContext = {
  unseal: Unseal
  files: SourceFiles | undefined
  permissionSets: SourcePermissionSets
}

export function toRow(fields: Fields, relatedRows: RelatedRows, context: SourceContext): SourceRow {
  const [faults, notes]: [ImportMessage[], ImportMessage[]] = [[], []]
  const id = textOf(fields.uuid)
  const uuid = readPlayerId(id)
  if (uuid === undefined) {
    faults.push(importMessage('uuid-invalid', { column: 'uuid', value: id }))
  }
  const permissions = textOf(fields.perms)
  if (permissions !== '') notes.push(importMessage('permissions-dropped', { permissions }))
  const [ban] = relatedRows(id, 'bans')
  const [cape] = relatedRows(id, 'capes')
  const player: ImportedPlayer = {
    ...EMPTY_PLAYER,
    username: textOf(fields.username),
    uuid,
    email: someText(fields.email),
    password: passwordOf(fields, context, faults),
    activated: isSet(fields.activated),
    locale: readLocale(textOf(fields.locale)),
    createdAt: instantOf(fields.created),
    seenAt: instantOf(fields.updated),
    totp: isSet(fields.two_factor_enabled) ? totpOf(fields, context, notes) : undefined,
    superuser: isSet(fields.superuser),
    roles: relatedRows(id, 'roles').flatMap(
      ({ role_id }) => context.permissionSets.roles.get(textOf(role_id)) ?? [],
    ),
    groups: groupsOf(relatedRows(id, 'groups'), context.permissionSets),
    realCents: centsOf(fields.real, 'real', notes),
    virtualCents: centsOf(fields.virtual, 'virtual', notes),
    ban: ban && banOf(ban),
    skin: skinOf(relatedRows(id, 'skins')[0], context, notes),
    cape: cape && context.files?.texture('cape', textOf(cape.file), notes),
  }
  return { row: id, player, faults, notes }
}

function isSet(value: unknown): boolean {
  return readClaim(textOf(value)) ?? false
}

function passwordOf(fields: Fields, { unseal }: SourceContext, faults: ImportMessage[]) {
  const stored = textOf(fields.password)
  if (stored === '') return undefined
  if (!isSealed(stored)) return { text: stored }
  const text = unseal(stored, 'password-wrap', [`user:${textOf(fields.uuid)}`])
  if (text === undefined) faults.push(importMessage('hash-sealed', {}))
  return text === undefined ? undefined : { text }
}

/**
 * Reads the 2FA secret. Older versions of UnicoreCMS encrypted all secrets with one context, newer versions use a
 * context for each player.
 */
function totpOf(
  fields: Fields,
  { unseal }: SourceContext,
  notes: ImportMessage[],
): string | undefined {
  const stored = someText(fields.two_factor_secret)
  if (stored === undefined || !isSealed(stored)) return stored
  const context = 'user.two_factor_secret'
  const secret = unseal(stored, 'field', [`${context}:${textOf(fields.uuid)}`, context])
  if (secret === undefined) notes.push(importMessage('totp-sealed', {}))
  return secret
}

/** Reads ranks. A rank that is on several game servers ends when it ends on the last of them. */
function groupsOf(
  rows: readonly Fields[],
  { groups }: SourcePermissionSets,
): ImportedPlayer['groups'] {
  const ends = new Map<string, number | null>()
  for (const { group_id, expired } of rows) {
    const id = groups.get(textOf(group_id))
    const end = endOf(expired)
    if (id === undefined || end === undefined) continue
    const before = ends.get(id)
    const isLonger = before === undefined || end === null || (before !== null && end > before)
    if (isLonger) ends.set(id, end)
  }
  return Array.from(ends, ([id, until]) => ({ id, until }))
}

function banOf({ reason, expires }: Fields): ImportedPlayer['ban'] {
  const until = endOf(expires)
  return until === undefined ? undefined : { reason: textOf(reason) || 'import', until }
}

const NEVER_ENDS = Date.UTC(2100, 0)

/**
 * Reads the end of a rank. Returns null if the rank has no end or ends after 2100; undefined if the value is invalid.
 */
function endOf(value: unknown): number | null | undefined {
  const text = value instanceof Date ? value.toISOString() : textOf(value)
  if (text === '') return null
  if (Date.parse(text.replace(' ', 'T')) >= NEVER_ENDS) return null
  return instantOf(value)
}

/**
 * Reads an amount of money as hundredths. UnicoreCMS stores up to four decimals; the third and fourth are dropped with
 * a note.
 */
function centsOf(value: unknown, name: string, notes: ImportMessage[]): number {
  const text = textOf(value) || '0'
  const cents = Math.floor(Number(text) * 100 + 0.001)
  if (cents >= 0 && cents <= MAX_CENTS) return cents
  notes.push(importMessage('balance-invalid', { balance: name, amount: text }))
  return 0
}

function skinOf(
  row: Fields | undefined,
  { files }: SourceContext,
  notes: ImportMessage[],
): ImportedPlayer['skin'] {
  const png = row && files?.texture('skin', textOf(row.file), notes)
  if (png === undefined) return undefined
  return { png, slim: readClaim(textOf(row?.slim)) }
}
