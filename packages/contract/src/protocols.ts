import Type, { type TSchema } from 'typebox'
import type { Locale } from './locale.ts'
import { type ErrorCode, refusals } from './refusals.ts'
import type { FlagName } from './settings.ts'

/** A refusal that is about to be written in the format of a protocol. */
export type ProtocolRefusal = {
  code: ErrorCode
  status: number
  locale: Locale
  /** The reason of the ban; undefined for other refusals. */
  reason: string | undefined
}

/** The refusal format of a protocol other than the site's own. */
export type LauncherProtocol = {
  /** All responses below this path use the protocol, including 404. */
  pathPrefix: `/${string}`
  /** While this setting is off, every path below returns 404. */
  setting?: FlagName
  /** Statuses that differ from the default status of a code. */
  statuses: Partial<Record<ErrorCode, number>>
  refusal: TSchema
  toBody(refusal: ProtocolRefusal): object
}

/**
 * GML's custom authentication (docs/launcher-protocols.md). GML
 * prompts for a code if a refusal contains "2fa", so only refusals about the code may contain it.
 */
const gml: LauncherProtocol = {
  pathPrefix: '/auth/gml',
  statuses: {},
  refusal: Type.Object({
    error: Type.String({ description: 'a code, as in Refusal' }),
    Message: Type.String({ description: 'a sentence for the player, with the reason if banned' }),
    NeedsCode: Type.Optional(Type.Literal(true, { description: 'with auth.require2fa' })),
  }),
  toBody: ({ code, locale, reason }) => ({
    error: code,
    Message: [refusals[code][locale], /2fa/i.test(reason ?? '') ? '' : reason].join(' ').trim(),
    ...(code === 'auth.require2fa' && { NeedsCode: true }),
  }),
}

/** Not translated, because launchers compare this text. */
const WRONG_CREDENTIALS = 'Invalid credentials. Invalid username or password.'
const FIXED_MESSAGES: Partial<Record<ErrorCode, string>> = {
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

/** Launchers and game servers with authlib-injector (docs/launcher-protocols.md#yggdrasil). */
const yggdrasil: LauncherProtocol = {
  pathPrefix: '/yggdrasil',
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
  toBody: ({ code, status, locale, reason }) => ({
    error: EXCEPTIONS[status] ?? 'Internal Server Error',
    errorMessage: FIXED_MESSAGES[code] ?? refusals[code][locale],
    ...(reason && { cause: reason }),
  }),
}

/** Reasons that clients of Azuriom compare. For other codes they show the message. */
const AZAUTH_REASONS: Partial<Record<ErrorCode, string>> = {
  'auth.require2fa': '2fa',
  'auth.wrong2fa': 'invalid_2fa',
  'auth.wrongcredentials': 'invalid_credentials',
  'auth.toomanyattempts': 'invalid_credentials',
  'auth.userblocked': 'user_banned',
}

/** Launchers made for Azuriom (docs/launcher-protocols.md#azauth). */
const azauth: LauncherProtocol = {
  pathPrefix: '/api/auth',
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
    message: Type.String({ description: 'a sentence for the player, with the reason if banned' }),
    error: Type.String({ description: 'a code, as in Refusal' }),
  }),
  toBody: ({ code, locale, reason: banReason }) => ({
    status: code === 'auth.require2fa' ? 'pending' : 'error',
    ...(AZAUTH_REASONS[code] && { reason: AZAUTH_REASONS[code] }),
    message: banReason ? `${refusals[code][locale]} ${banReason}` : refusals[code][locale],
    error: code,
  }),
}

export type ProtocolName = 'gml' | 'yggdrasil' | 'azauth'
export const protocols: Readonly<Record<ProtocolName, LauncherProtocol>> = {
  gml,
  yggdrasil,
  azauth,
}

export function protocolAt(path: string): LauncherProtocol | undefined {
  return Object.values(protocols).find(
    ({ pathPrefix }) => path === pathPrefix || path.startsWith(`${pathPrefix}/`),
  )
}
