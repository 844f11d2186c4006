import { MOST_CENTS } from '../../../account/balance/money.ts'
import { readPlayerId } from '../../../players/player-id.ts'
import { type ImportedPlayer, NOTHING_BUT_A_NAME } from '../../read/imported-player.ts'
import { instantOf, readClaim, readLocale, someText, textOf } from '../../read/read-fields.ts'
import type { SourceRow } from '../../read/source.ts'
import type { Fields } from '../../read/source-database.ts'
import type { OldFiles } from '../../read/source-files.ts'
import type { Belongings } from './belongings.ts'
import type { OldBundles } from './bundles.ts'
import { isSealed, type Unseal } from './unseal.ts'

export type Site = { unseal: Unseal; files: OldFiles | undefined; bundles: OldBundles }

/** Reads a player with what belongs to them. */
export function toRow(fields: Fields, belongings: Belongings, site: Site): SourceRow {
  const [faults, notes]: [string[], string[]] = [[], []]
  const id = textOf(fields.uuid)
  const uuid = readPlayerId(id)
  if (uuid === undefined) faults.push(`uuid: not a uuid: ${id}`)
  if (textOf(fields.perms) !== '') {
    notes.push(`comes without permissions of their own: ${textOf(fields.perms)}`)
  }
  const [ban] = belongings(id, 'bans')
  const [cape] = belongings(id, 'capes')
  const player: ImportedPlayer = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(fields.username),
    uuid,
    email: someText(fields.email),
    password: passwordOf(fields, site, faults),
    activated: isSet(fields.activated),
    locale: readLocale(textOf(fields.locale)),
    createdAt: instantOf(fields.created),
    seenAt: instantOf(fields.updated),
    totp: isSet(fields.two_factor_enabled) ? totpOf(fields, site, notes) : undefined,
    superuser: isSet(fields.superuser),
    roles: belongings(id, 'roles').flatMap(
      ({ role_id }) => site.bundles.roles.get(textOf(role_id)) ?? [],
    ),
    groups: groupsOf(belongings(id, 'groups'), site.bundles),
    realCents: centsOf(fields.real, 'real', notes),
    virtualCents: centsOf(fields.virtual, 'virtual', notes),
    ban: ban && banOf(ban),
    skin: skinOf(belongings(id, 'skins')[0], site, notes),
    cape: cape && site.files?.texture('cape', textOf(cape.file), notes),
  }
  return { row: id, player, faults, notes }
}

function isSet(value: unknown): boolean {
  return readClaim(textOf(value)) ?? false
}

function passwordOf(fields: Fields, { unseal }: Site, faults: string[]) {
  const stored = textOf(fields.password)
  if (stored === '') return undefined
  if (!isSealed(stored)) return { text: stored }
  const text = unseal(stored, 'password-wrap', [`user:${textOf(fields.uuid)}`])
  if (text === undefined) faults.push('passwordHash: the key of the old site does not open it')
  return text === undefined ? undefined : { text }
}

/** Older versions sealed every secret in the same context, newer ones each in its player's. */
function totpOf(fields: Fields, { unseal }: Site, notes: string[]): string | undefined {
  const stored = someText(fields.two_factor_secret)
  if (stored === undefined || !isSealed(stored)) return stored
  const context = 'user.two_factor_secret'
  const secret = unseal(stored, 'field', [`${context}:${textOf(fields.uuid)}`, context])
  if (secret === undefined) {
    notes.push('comes without a second factor: the key of the old site does not open it')
  }
  return secret
}

/** A group that a player has on several game servers ends with the last of them. */
function groupsOf(rows: readonly Fields[], { groups }: OldBundles): ImportedPlayer['groups'] {
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

const FOR_EVER = Date.UTC(2100, 0)

/** Null without an end, and for one that nobody lives to see; undefined for what is no instant. */
function endOf(value: unknown): number | null | undefined {
  const text = value instanceof Date ? value.toISOString() : textOf(value)
  if (text === '') return null
  if (Date.parse(text.replace(' ', 'T')) >= FOR_EVER) return null
  return instantOf(value)
}

/** Amounts have up to four decimals there, and two here: the rest is dropped. */
function centsOf(value: unknown, name: string, notes: string[]): number {
  const text = textOf(value) || '0'
  const cents = Math.floor(Number(text) * 100 + 0.001)
  if (cents >= 0 && cents <= MOST_CENTS) return cents
  notes.push(`comes without the balance ${name} ${text}`)
  return 0
}

function skinOf(row: Fields | undefined, { files }: Site, notes: string[]): ImportedPlayer['skin'] {
  const png = row && files?.texture('skin', textOf(row.file), notes)
  if (png === undefined) return undefined
  return { png, slim: readClaim(textOf(row?.slim)) }
}
