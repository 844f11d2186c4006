import { Email, type ImportMessage } from '@portal/contract'
import { Check } from 'typebox/value'
import { readPlayerId } from '../../players/player-id.ts'
import { importMessage } from '../import-message.ts'
import { EMPTY_PLAYER, type ImportedPlayer } from './imported-player.ts'
import { readBalance, readClaim, readInstant, readLocale, textOf } from './read-fields.ts'

export type FileRow = Readonly<Record<string, unknown>>

export const PLAYER_COLUMNS: readonly string[] = [
  ...['username', 'email', 'passwordHash', 'uuid', 'activated', 'locale', 'createdAt'],
  ...['real', 'virtual'],
]

export const MORE_COLUMNS: readonly string[] = [
  ...PLAYER_COLUMNS,
  ...['salt', 'scheme', 'premiumUuid', 'seenAt', 'totp', 'banReason', 'banUntil'],
]

type ColumnFault =
  | 'not-instant'
  | 'not-email'
  | 'not-uuid'
  | 'not-boolean'
  | 'not-locale'
  | 'not-amount'

export function readColumns(given: FileRow): { player: ImportedPlayer; faults: ImportMessage[] } {
  // a JSON array or object is not text, and converting it to text may throw
  const faults = MORE_COLUMNS.flatMap((column) =>
    isText(given[column]) ? [] : [importMessage('not-text', { column })],
  )
  const row = Object.fromEntries(Object.entries(given).filter(([, value]) => isText(value)))
  /** Reads a column with `reader`. Returns undefined for an empty value; adds a fault for an invalid one. */
  const read = <T>(column: string, reader: (text: string) => T | undefined, code: ColumnFault) => {
    const text = textOf(row[column])
    const value = text === '' ? undefined : reader(text)
    if (text !== '' && value === undefined) faults.push(importMessage(code, { column }))
    return value
  }
  const text = (name: string): string | undefined => textOf(row[name]) || undefined
  const hash = text('passwordHash')
  const banUntil = read('banUntil', readInstant, 'not-instant')
  const banReason = text('banReason')

  const player: ImportedPlayer = {
    ...EMPTY_PLAYER,
    username: textOf(row.username),
    email: read('email', (given) => (Check(Email, given) ? given : undefined), 'not-email'),
    password: hash ? { text: hash, salt: text('salt'), scheme: text('scheme') } : undefined,
    uuid: read('uuid', readPlayerId, 'not-uuid'),
    premiumUuid: read('premiumUuid', readPlayerId, 'not-uuid'),
    activated: read('activated', readClaim, 'not-boolean') ?? true,
    locale: read('locale', readLocale, 'not-locale'),
    createdAt: read('createdAt', readInstant, 'not-instant'),
    seenAt: read('seenAt', readInstant, 'not-instant'),
    totp: text('totp'),
    realCents: read('real', readBalance, 'not-amount') ?? 0,
    virtualCents: read('virtual', readBalance, 'not-amount') ?? 0,
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

export function byColumn(a: ImportMessage, b: ImportMessage): number {
  return placeOf(a) - placeOf(b)
}

function placeOf({ code, data }: ImportMessage): number {
  const column = code.startsWith('name-') ? 'username' : (data.column ?? 'passwordHash')
  return MORE_COLUMNS.indexOf(column)
}
