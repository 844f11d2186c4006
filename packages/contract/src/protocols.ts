import Type, { type TSchema } from 'typebox'
import type { Locale } from './definitions.ts'
import { type ErrorCode, refusals } from './errors.ts'
import type { FlagName } from './settings.ts'

/** A refusal that is to be put into the words of a dialect. */
export type Spoken = {
  code: ErrorCode
  status: number
  locale: Locale
  /** Why a player is banned. */
  reason: string | undefined
}

/** How refusals are written for programs that know another protocol than the site's own. */
export type Dialect = {
  /** Everything below this path speaks it, also what is not found there. */
  below: `/${string}`
  /** While this setting is off there is nothing below that path. */
  setting?: FlagName
  /** Statuses that differ from the default status of a code. */
  statuses: Partial<Record<ErrorCode, number>>
  refusal: TSchema
  write(refusal: Spoken): object
}

/**
 * GML's custom authentication (docs/contract.md#launchers-with-a-protocol-of-their-own). GML looks for
 * "2fa" anywhere in a refusal, and then asks its player for a code: only the codes that are about it may
 * contain that.
 */
const gml: Dialect = {
  below: '/auth/gml',
  statuses: {},
  refusal: Type.Object({
    error: Type.String({ description: 'a code, as in Refusal' }),
    Message: Type.String({ description: 'a sentence for the player, and the reason of a ban' }),
    NeedsCode: Type.Optional(Type.Literal(true, { description: 'with auth.require2fa' })),
  }),
  write: ({ code, locale, reason }) => ({
    error: code,
    Message: [refusals[code][locale], /2fa/i.test(reason ?? '') ? '' : reason].join(' ').trim(),
    ...(code === 'auth.require2fa' && { NeedsCode: true }),
  }),
}

/** Launchers compare these words, so they are the same in every language. */
const WRONG_CREDENTIALS = 'Invalid credentials. Invalid username or password.'
const FIXED: Partial<Record<ErrorCode, string>> = {
  'auth.wrongcredentials': WRONG_CREDENTIALS,
  'auth.toomanyattempts': WRONG_CREDENTIALS,
  'yggdrasil.invalidtoken': refusals['yggdrasil.invalidtoken'].en,
  'yggdrasil.profileselected': refusals['yggdrasil.profileselected'].en,
}

const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'IllegalArgumentException',
  401: 'Unauthorized',
  403: 'ForbiddenOperationException',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'TooManyRequestsException',
  503: 'Service Unavailable',
}

/** What launchers and game servers with authlib-injector speak (docs/contract.md#yggdrasil). */
const yggdrasil: Dialect = {
  below: '/yggdrasil',
  setting: 'yggdrasil',
  statuses: {
    'auth.wrongcredentials': 403,
    'auth.toomanyattempts': 403,
    'auth.wrong2fa': 403,
  },
  refusal: Type.Object({
    error: Type.String({ description: 'for programs: `ForbiddenOperationException`' }),
    errorMessage: Type.String({ description: 'for people' }),
    cause: Type.Optional(Type.String({ description: 'why the player is banned' })),
  }),
  write: ({ code, status, locale, reason }) => ({
    error: EXCEPTIONS[status] ?? 'Internal Server Error',
    errorMessage: FIXED[code] ?? refusals[code][locale],
    ...(reason && { cause: reason }),
  }),
}

/** What clients of Azuriom compare; where there is none, they show the sentence. */
const REASONS: Partial<Record<ErrorCode, string>> = {
  'auth.require2fa': '2fa',
  'auth.wrong2fa': 'invalid_2fa',
  'auth.wrongcredentials': 'invalid_credentials',
  'auth.toomanyattempts': 'invalid_credentials',
  'auth.userblocked': 'user_banned',
}

/** What launchers made for Azuriom speak (docs/contract.md#azauth). */
const azauth: Dialect = {
  below: '/api/auth',
  setting: 'azauth',
  statuses: {
    'auth.require2fa': 422,
    'auth.wrong2fa': 422,
    'auth.wrongcredentials': 422,
    'auth.toomanyattempts': 422,
    'request.invalid': 422,
    'yggdrasil.invalidtoken': 401,
  },
  refusal: Type.Object({
    status: Type.Union([Type.Literal('error'), Type.Literal('pending')]),
    reason: Type.Optional(Type.String()),
    message: Type.String({ description: 'a sentence for the player, and the reason of a ban' }),
    error: Type.String({ description: 'a code, as in Refusal' }),
  }),
  write: ({ code, locale, reason: ban }) => ({
    status: code === 'auth.require2fa' ? 'pending' : 'error',
    ...(REASONS[code] && { reason: REASONS[code] }),
    message: ban ? `${refusals[code][locale]} ${ban}` : refusals[code][locale],
    error: code,
  }),
}

export type DialectName = 'gml' | 'yggdrasil' | 'azauth'
export const dialects: Readonly<Record<DialectName, Dialect>> = { gml, yggdrasil, azauth }

/** Finds the dialect that is spoken at a path. */
export function dialectAt(path: string): Dialect | undefined {
  return Object.values(dialects).find(({ below }) => path === below || path.startsWith(`${below}/`))
}
