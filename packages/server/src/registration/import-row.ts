import { Email, type Locale, Username } from '@portal/contract'
import { Check } from 'typebox/value'
import { isUsableHash } from '../password/hash/legacy-hash.ts'
import { parseCents } from '../player/balance/money.ts'
import { readPlayerId } from '../player/player-id.ts'

/** A row as it stands in the file: text, or values of JSON, by the name of the column. */
export type ImportRow = Readonly<Record<string, unknown>>

/** A player from another site. */
export type ImportedPlayer = {
  /** When undefined, the player gets a new one. */
  id: string | undefined
  username: string
  email: string
  /** When undefined, nobody knows the password, and the player resets it by mail. */
  passwordHash: string | undefined
  activated: boolean
  locale: Locale | undefined
  createdAt: number | undefined
  realCents: number
  virtualCents: number
}

export const IMPORT_COLUMNS = [
  ...['username', 'email', 'passwordHash', 'uuid', 'activated', 'locale', 'createdAt'],
  ...['real', 'virtual'],
]

const YES = ['1', 'true', 'yes', 'on', 't', 'y']
const NO = ['0', 'false', 'no', 'off', 'f', 'n']
const AUTHME = /^\$SHA\$/
/** Only instants in between are believed. */
const EARLIEST = Date.UTC(2000, 0)
const LATEST = Date.UTC(2100, 0)

/** Reads a row: returns the player, or one sentence for each column that is wrong. */
export function readImportRow(row: ImportRow): ImportedPlayer | string[] {
  const faults: string[] = []
  /** Reads one column; an empty value is undefined, and one that cannot be read is a fault. */
  const read = <T>(name: string, reader: (text: string) => T | undefined, what: string) => {
    const text = textOf(row[name])
    const value = text === '' ? undefined : reader(text)
    if (text !== '' && value === undefined) faults.push(`${name}: not ${what}`)
    return value
  }
  const required = (name: string, value: string | undefined): string => {
    if (value === undefined && textOf(row[name]) === '') faults.push(`${name}: missing`)
    return value ?? ''
  }

  const player = {
    username: required(
      'username',
      read('username', (text) => matching(Username, text), '3 to 16 Latin letters, digits and _'),
    ),
    email: required(
      'email',
      read('email', (text) => matching(Email, text), 'an e-mail address'),
    ),
    passwordHash: read('passwordHash', readHash, 'a password hash of a known form'),
    id: read('uuid', readPlayerId, 'a uuid'),
    activated: read('activated', readClaim, 'yes or no') ?? true,
    locale: read('locale', readLocale, 'ru or en'),
    createdAt: read('createdAt', readInstant, 'an instant'),
    realCents: read('real', readBalance, 'an amount with at most two decimals') ?? 0,
    virtualCents: read('virtual', readBalance, 'an amount with at most two decimals') ?? 0,
  }
  return faults.length > 0 ? faults : player
}

/** Returns the text of a value; what exports write for "no value" becomes the empty text. */
function textOf(value: unknown): string {
  const text = String(value ?? '').trim()
  return ['NULL', '\\N'].includes(text) ? '' : text
}

function matching(schema: typeof Username | typeof Email, text: string): string | undefined {
  return Check(schema, text) ? text : undefined
}

function readHash(text: string): string | undefined {
  return AUTHME.test(text) || isUsableHash(text) ? text : undefined
}

function readClaim(text: string): boolean | undefined {
  if (YES.includes(text.toLowerCase())) return true
  return NO.includes(text.toLowerCase()) ? false : undefined
}

function readLocale(text: string): Locale | undefined {
  const language = text.toLowerCase().slice(0, 2)
  return language === 'ru' || language === 'en' ? language : undefined
}

/** Reads seconds or milliseconds since 1970, ISO 8601, or MySQL's `2030-01-31 12:00:00` in UTC. */
function readInstant(text: string): number | undefined {
  if (/^0+$/.test(text)) return undefined
  const number = Number(text)
  const at = Number.isNaN(number)
    ? Date.parse(
        /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
      )
    : number * (number < LATEST / 1000 ? 1000 : 1)
  return at >= EARLIEST && at < LATEST ? at : undefined
}

function readBalance(text: string): number | undefined {
  const cents = parseCents(text)
  return cents !== undefined && cents >= 0 ? cents : undefined
}
