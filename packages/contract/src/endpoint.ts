import type { TArray, TObject, TSchema } from 'typebox'
import type { PermissionId } from './permissions.ts'
import { type ProtocolName, protocols } from './protocols.ts'
import { type ErrorCode, refusals } from './refusals.ts'

/**
 * The allowed callers of an endpoint, checked before the rest of the request is read. The four API-key callers
 * (`launcher`, `provider`, `event-reader`, `connect`) send a key with the permission named here, from an address that
 * the key trusts.
 * - `player`: signed in, with a confirmed address, no password change required and nothing to agree to.
 * - `unconfirmed-player`: like `player`, but the address may be unconfirmed.
 * - `any-player`: signed in; address, password and agreements are not checked.
 * - `launcher`: `kernel.launcher.provider`. Refusals are bare `{error, reason?}`
 *   (docs/launcher-protocols.md#launcher-servers-area-b).
 * - `provider`: `kernel.provider`. Programs that cannot send headers send the key as `key` in the URL
 *   (docs/launcher-protocols.md).
 * - `event-reader`: `kernel.launcher.provider` or `kernel.connect` (docs/events.md#event-stream).
 * - `connect`: `kernel.connect` (docs/game-servers.md).
 * - `game`: a game token that is usable without a refresh (docs/launcher-protocols.md#yggdrasil).
 */
export type CallerKind =
  | 'anyone'
  | 'player'
  | 'unconfirmed-player'
  | 'any-player'
  | 'launcher'
  | 'provider'
  | 'event-reader'
  | 'connect'
  | 'game'

export type ApiKeyCaller = (typeof API_KEY_CALLERS)[number]
const API_KEY_CALLERS = [
  'launcher',
  'provider',
  'event-reader',
  'connect',
] as const satisfies CallerKind[]

/** Actions that a captcha token can be issued for (docs/contract.md#captcha-and-config). */
export type CaptchaAction = 'login' | 'register' | 'reset' | 'verify' | 'gift'

/**
 * Allows at most `calls` per `perSeconds` (docs/contract.md#limits). `counts` selects all, refused or successful calls.
 * The use case itself counts successes, in its transaction. It also counts the calls per player of a public endpoint,
 * because only the body names the player.
 */
export type Limit = {
  name: string
  calls: number
  perSeconds: number
  per: 'ip' | 'player'
  counts: 'calls' | 'refusals' | 'successes'
}

/** Factors of a re-authentication. All factors of one list are required together. */
export type ReauthenticationFactor = 'password' | 'totp' | 'passkey'

/**
 * When an endpoint requires a recent re-authentication (docs/contract.md#re-authentication). An empty object means
 * always.
 */
export type ReauthenticationRule = {
  /** Required only if the body has one of these fields. */
  fields?: readonly string[]
  /**
   * Whether the body's `password` counts as the re-authentication. `code-too`: always, because the endpoint also checks
   * a code. `alone`: only for players without a second factor.
   */
  password?: 'code-too' | 'alone'
  /**
   * Required if the use case finds the action risky (permissions/require-recent-authentication.ts). It can be used
   * together with `fields` or without it.
   */
  onDemand?: true
}

export type Endpoint = {
  /** Unique among all endpoints. */
  name: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:id`. */
  path: string
  caller: CallerKind
  /** The protocol whose format its refusals have, if not the site's own (protocols.ts). */
  protocol?: ProtocolName
  /** Whether a call changes something. Default: every method except GET. */
  changes?: boolean
  /** The required permission, or several of which one is enough. */
  permission?: PermissionId | readonly PermissionId[]
  /** Whether the refresh cookie can identify the caller (docs/contract.md#tokens-cookies-sessions). */
  cookie?: true
  captcha?: CaptchaAction
  reauthentication?: ReauthenticationRule
  /** Also allowed before the player has agreed to required pages, so that the player can leave the site. */
  withoutConsent?: true
  /** Accepts `Idempotency-Key`: repeated calls with one key act once (docs/contract.md#idempotent-requests). */
  idempotent?: true
  /** May exceed the limit of ten seconds of other requests. */
  slow?: true
  limits?: readonly Limit[]
  params?: TObject
  query?: TObject
  /** The JSON body, or the other fields of an upload. `bodyOptional` allows requests without one. */
  body?: TObject
  bodyOptional?: true
  /** A JSON body that is a list, instead of `body`. */
  list?: TArray
  /** A `multipart/form-data` body with one file in the field `file`; `body` has the other fields. */
  upload?: true
  /** The handler gets the body as bytes, whatever its media type, to verify its signature. */
  raw?: true
  /** The status of a successful reply; 204 has no body. */
  status: 200 | 201 | 204
  reply: TSchema
  /** The handler may return null; the status is then 204. */
  mayBeEmpty?: true
  /** The media type of a reply that is not JSON. The handler returns bytes; for images, it also sets the type. */
  produces?:
    | 'application/octet-stream'
    | 'application/zip'
    | 'image/png'
    | 'image/*'
    | 'text/csv'
    | 'text/event-stream'
    | 'text/plain'
    | 'application/xml'
    | 'application/rss+xml'
    | 'application/feed+json'
    | 'application/manifest+json'
  /** The reply has an `ETag`; a request with a matching `If-None-Match` gets 304. */
  conditional?: true
  /** Caches may store a conditional reply but must revalidate it before each use. */
  revalidated?: true
  /** Statuses that differ from the default status of a code. */
  statuses?: Partial<Record<ErrorCode, number>>
  /** Refusals of this endpoint only; `refusalsOf` adds those that follow from its other properties. */
  errors: readonly ErrorCode[]
}

/** Type-checks an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

/**
 * Whether an access token is accepted only while its session is open. Other endpoints accept a token until it expires
 * (docs/contract.md#tokens-cookies-sessions).
 */
export function needsOpenSession(endpoint: Endpoint): boolean {
  return isAdminEndpoint(endpoint) || changesState(endpoint)
}

export function isApiKeyCaller(caller: CallerKind): caller is ApiKeyCaller {
  return API_KEY_CALLERS.some((one) => one === caller)
}

export function usesApiKey({ caller }: Pick<Endpoint, 'caller'>): boolean {
  return isApiKeyCaller(caller)
}

export function isAdminEndpoint({ path }: Endpoint): boolean {
  return path.startsWith('/admin/')
}

export function changesState({ method, changes }: Endpoint): boolean {
  return changes ?? method !== 'GET'
}

/**
 * Whether a response can report an unknown outcome. Calls of launcher servers cannot: they create nothing and are
 * retried anyway.
 */
export function reportsUnknownOutcome(endpoint: Endpoint): boolean {
  return changesState(endpoint) && !usesApiKey(endpoint)
}

/** The format of an `Idempotency-Key`, which is too long to be guessed or repeated by chance. */
export const IDEMPOTENCY_KEY = '^[\\x21-\\x7e]{16,128}$'

/** Returns all codes of an endpoint: its own, and those that follow from its caller, limits and input. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors)
  if (usesApiKey(endpoint)) {
    codes.add('auth.invalidkey').add('auth.untrustedaddress').add('auth.forbidden')
  } else if (endpoint.caller !== 'anyone') codes.add('auth.unauthorized')
  if (endpoint.permission) codes.add('auth.forbidden')
  if (isAdminEndpoint(endpoint)) codes.add('auth.2farequired')
  if (endpoint.caller === 'player') codes.add('auth.usernotactivated')
  if (endpoint.caller === 'player' || endpoint.caller === 'unconfirmed-player') {
    codes.add('auth.passwordchangerequired')
    if (!endpoint.withoutConsent) codes.add('auth.consentrequired')
  }
  if (endpoint.cookie) codes.add('auth.csrf').add('auth.crosssite')
  if (endpoint.reauthentication) codes.add('auth.proofrequired')
  if (endpoint.reauthentication?.password) codes.add('password.wrong').add('auth.toomanyattempts')
  if (endpoint.captcha) codes.add('captcha.invalid').add('captcha.unavailable')
  if (endpoint.limits) codes.add('request.toomany')
  if (endpoint.idempotent) codes.add('request.keyused').add('request.invalid')
  if (endpoint.protocol && protocols[endpoint.protocol].setting) codes.add('request.notfound') // while the protocol is off
  if (endpoint.body || endpoint.list || endpoint.query) codes.add('request.invalid')
  if (endpoint.upload) codes.add('request.invalid')
  if (endpoint.body || endpoint.list || endpoint.upload) codes.add('request.mediatype')
  if (endpoint.method !== 'GET') codes.add('request.toolarge')
  if (reportsUnknownOutcome(endpoint)) codes.add('unavailable.unknown')
  return [...codes.add('internal').add('unavailable').add('overloaded')]
}

export function statusOf(endpoint: Endpoint | undefined, code: ErrorCode): number {
  const protocolStatus = endpoint?.protocol && protocols[endpoint.protocol].statuses[code]
  return endpoint?.statuses?.[code] ?? protocolStatus ?? refusals[code].status
}
