import type { ImportMessage, Locale } from '@portal/contract'
import { parseCents } from '../../account/balance/money.ts'
import { readPlayerId } from '../../players/player-id.ts'
import { importMessage } from '../import-message.ts'
import type { Fields } from './source-database.ts'

/*
 * Functions that read a single value, which databases and files write in many ways. They return undefined for an
 * invalid value.
 */

const YES = ['1', 'true', 'yes', 'on', 't', 'y']
const NO = ['0', 'false', 'no', 'off', 'f', 'n']
const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(2100, 0)

/** Returns a value as text. The marks of exports for "no value" (`NULL`, `\N`) become an empty text. */
export function textOf(value: unknown): string {
  const text = (
    value instanceof Uint8Array ? Buffer.from(value).toString() : String(value ?? '')
  ).trim()
  return ['NULL', '\\N'].includes(text) ? '' : text
}

export function someText(value: unknown): string | undefined {
  return textOf(value) || undefined
}

export function readClaim(text: string): boolean | undefined {
  if (YES.includes(text.toLowerCase())) return true
  return NO.includes(text.toLowerCase()) ? false : undefined
}

export function readLocale(text: string): Locale | undefined {
  const language = text.toLowerCase().slice(0, 2)
  return language === 'ru' || language === 'en' ? language : undefined
}

/**
 * Reads an instant: seconds or milliseconds since 1970, ISO 8601, or MySQL's `2030-01-31 12:00:00` in UTC. Returns
 * undefined for any other text.
 */
export function readInstant(text: string): number | undefined {
  if (/^0+$/.test(text)) return undefined
  const number = Number(text)
  const at = Number.isNaN(number)
    ? Date.parse(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
      )
    : number * (number < LATEST / 1000 ? 1000 : 1)
  return at >= EARLIEST && at < LATEST ? at : undefined
}

export function instantOf(value: unknown): number | undefined {
  if (value instanceof Date) return readInstant(String(value.getTime()))
  const text = textOf(value)
  return text === '' ? undefined : readInstant(text)
}

export function readBalance(text: string): number | undefined {
  const cents = parseCents(text)
  return cents !== undefined && cents >= 0 ? cents : undefined
}

/** Whether a column is true. An unknown value counts as false. */
export function flagOf(value: unknown): boolean {
  return readClaim(textOf(value)) ?? false
}

export function uuidOf(fields: Fields, column: string, notes: ImportMessage[]): string | undefined {
  const text = textOf(fields[column])
  const uuid = readPlayerId(text)
  if (text !== '' && uuid === undefined) {
    notes.push(importMessage('uuid-invalid', { column, value: text }))
  }
  return uuid
}

/**
 * Returns a list with the ID that a role's name becomes on this site: `game-master` for `Game Master`. The list is
 * empty if no valid character is left.
 */
export function roleId(name: unknown): string[] {
  const id = textOf(name)
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 32)
  return id === '' ? [] : [id]
}
