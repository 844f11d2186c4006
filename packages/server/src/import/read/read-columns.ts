import { Email } from '@portal/contract'
import { Check } from 'typebox/value'
import { readPlayerId } from '../../players/player-id.ts'
import { type ImportedPlayer, NOTHING_BUT_A_NAME } from './imported-player.ts'
import { readBalance, readClaim, readInstant, readLocale, textOf } from './read-fields.ts'

/** A row as it stands in the file: text, or values of JSON, by the name of the column. */
export type FileRow = Readonly<Record<string, unknown>>

export const PLAYER_COLUMNS: readonly string[] = [
  ...['username', 'email', 'passwordHash', 'uuid', 'activated', 'locale', 'createdAt'],
  ...['real', 'virtual'],
]

/** What `portal import csv` and `jsonl` read beside them. */
export const MORE_COLUMNS: readonly string[] = [
  ...PLAYER_COLUMNS,
  ...['salt', 'scheme', 'premiumUuid', 'seenAt', 'totp', 'banReason', 'banUntil'],
]

/** Reads a row of a file: the player, and one sentence for each column that is wrong. */
export function readColumns(given: FileRow): { player: ImportedPlayer; faults: string[] } {
  // A value of JSON that holds others is no text, and may not even be turned into one.
  const faults = MORE_COLUMNS.flatMap((name) => (isText(given[name]) ? [] : [`${name}: not text`]))
  const row = Object.fromEntries(Object.entries(given).filter(([, value]) => isText(value)))
  /** Reads one column; an empty value is undefined, and one that cannot be read is a fault. */
  const read = <T>(name: string, reader: (text: string) => T | undefined, what: string) => {
    const text = textOf(row[name])
    const value = text === '' ? undefined : reader(text)
    if (text !== '' && value === undefined) faults.push(`${name}: not ${what}`)
    return value
  }
  const text = (name: string): string | undefined => textOf(row[name]) || undefined
  const hash = text('passwordHash')
  const banUntil = read('banUntil', readInstant, 'an instant')
  const banReason = text('banReason')

  const player: ImportedPlayer = {
    ...NOTHING_BUT_A_NAME,
    username: textOf(row.username),
    email: read('email', (given) => (Check(Email, given) ? given : undefined), 'an e-mail address'),
    password: hash ? { text: hash, salt: text('salt'), scheme: text('scheme') } : undefined,
    uuid: read('uuid', readPlayerId, 'a uuid'),
    premiumUuid: read('premiumUuid', readPlayerId, 'a uuid'),
    activated: read('activated', readClaim, 'yes or no') ?? true,
    locale: read('locale', readLocale, 'ru or en'),
    createdAt: read('createdAt', readInstant, 'an instant'),
    seenAt: read('seenAt', readInstant, 'an instant'),
    totp: text('totp'),
    realCents: read('real', readBalance, 'an amount with at most two decimals') ?? 0,
    virtualCents: read('virtual', readBalance, 'an amount with at most two decimals') ?? 0,
    ban:
      banReason || banUntil
        ? { reason: banReason ?? 'import', until: banUntil ?? null }
        : undefined,
  }
  return { player, faults }
}

function isText(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Sorts what is wrong with a row by the order of its columns. */
export function byColumn(a: string, b: string): number {
  return placeOf(a) - placeOf(b)
}

function placeOf(fault: string): number {
  return MORE_COLUMNS.indexOf(fault.split(':', 1)[0] ?? '')
}
