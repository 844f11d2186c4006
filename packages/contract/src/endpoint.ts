import type { TArray, TObject, TSchema } from 'typebox'
import { type ErrorCode, refusals } from './errors.ts'
import type { PermissionId } from './permissions.ts'
import { type DialectName, dialects } from './protocols.ts'

/**
 * Who may call an endpoint. The server checks this before it reads the rest of the request.
 *
 * - `player`: signed in, with a confirmed address, no password change due and nothing to agree to.
 * - `unconfirmed-player`: the same, but the address may be unconfirmed.
 * - `any-player`: signed in; the address may be unconfirmed, a password change due, and rules not agreed to.
 * - `launcher`: an API key with `kernel.launcher.provider`, used from an address that it trusts.
 *   Refusals are bare `{error, reason?}` (docs/contract.md#launcher-servers-area-b).
 * - `provider`: an API key with `kernel.provider`, in the same way or, for programs that cannot send a
 *   header, as `key` in the address (docs/contract.md#launchers-with-a-protocol-of-their-own).
 * - `game`: who is signed in with a game token that can be used as it is (docs/contract.md#yggdrasil).
 */
export type Caller =
  | 'anyone'
  | 'player'
  | 'unconfirmed-player'
  | 'any-player'
  | 'launcher'
  | 'provider'
  | 'game'

/** Actions that a captcha token can be issued for (docs/contract.md#captcha-and-config). */
export type CaptchaAction = 'login' | 'register' | 'reset' | 'verify' | 'gift'

/**
 * Allows at most `calls` per `perSeconds` (docs/contract.md#limits). `counts` says which calls count:
 * all, only refused ones, or only successful ones. The use case counts successes itself, in its
 * transaction; and calls of a player where the row lets anyone call, as the body says who it is.
 */
export type Limit = {
  name: string
  calls: number
  perSeconds: number
  per: 'ip' | 'player'
  counts: 'calls' | 'refusals' | 'successes'
}

/** What proves once more who is signed in: all parts of one list together. */
export type ProofPart = 'password' | 'totp' | 'passkey'

/** When a row asks for a fresh proof (docs/contract.md#fresh-proof); always, unless it says otherwise. */
export type Proof = {
  /** Only where the body has one of these fields. */
  fields?: readonly string[]
  /**
   * The body's `password` proves it at once. `code-too`: the row checks a code itself, so that the password
   * is enough; `alone`: it is enough only while the second factor is off.
   */
  password?: 'code-too' | 'alone'
  /** Also, or without `fields` only, where the use case finds the act risky (permissions/require-proof.ts). */
  onDemand?: true
}

/** One row of the contract's endpoint tables. */
export type Endpoint = {
  /** Unique among all rows. */
  name: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:id`. */
  path: string
  caller: Caller
  /** The form of its refusals, where that is not the site's own (protocols.ts). */
  dialect?: DialectName
  /** Whether a call changes something. By default every method except GET does. */
  changes?: boolean
  /** The permission that the player needs, or several of which one is enough. */
  permission?: PermissionId | readonly PermissionId[]
  /** Whether the refresh cookie can identify the caller (docs/contract.md#tokens-cookies-sessions). */
  cookie?: true
  captcha?: CaptchaAction
  /** Asks who is signed in to have proved lately that it is still them (docs/contract.md#fresh-proof). */
  proof?: Proof
  /** Answers who has something to agree to as well: whoever does not agree may leave. */
  withoutConsent?: true
  /** Takes the header `Idempotency-Key`: repeated with it, a call is done once (docs/contract.md#once). */
  once?: true
  /** May take longer than the ten seconds in which every other request is answered. */
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
  /** The status of a successful reply; 204 has no body. */
  status: 200 | 201 | 204
  reply: TSchema
  /** There may be nothing to answer with: the handler returns null, and the status is 204. */
  orNothing?: true
  /** The media type of a reply that is not JSON; the handler returns its bytes, and says which kind of image. */
  produces?:
    | 'application/octet-stream'
    | 'application/zip'
    | 'image/png'
    | 'image/*'
    | 'text/plain'
    | 'application/xml'
    | 'application/rss+xml'
    | 'application/feed+json'
    | 'application/manifest+json'
  /** The reply has an `ETag`; a request with a matching `If-None-Match` gets 304. */
  conditional?: true
  /** Caches may keep a conditional reply, and ask with its `ETag` before each use. */
  kept?: true
  /** Statuses that differ from the default status of a code. */
  statuses?: Partial<Record<ErrorCode, number>>
  /** Refusals specific to this endpoint; `refusalsOf` adds those that the rest of the row implies. */
  errors: readonly ErrorCode[]
}

/** Type-checks a row and keeps its literal types. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row
}

/**
 * Whether an access token is accepted only while its session is open. Other rows accept it until it
 * expires (docs/contract.md#tokens-cookies-sessions).
 */
export function needsOpenSession(row: Endpoint): boolean {
  return isOfPanel(row) || changesSomething(row)
}

/** Whether an API key, and not a player, lets the caller in. */
export function isByKey({ caller }: Pick<Endpoint, 'caller'>): boolean {
  return caller === 'launcher' || caller === 'provider'
}

/** Whether a row belongs to the panel. */
export function isOfPanel({ path }: Endpoint): boolean {
  return path.startsWith('/admin/')
}

/** Whether a call can change something. */
export function changesSomething({ method, changes }: Endpoint): boolean {
  return changes ?? method !== 'GET'
}

/**
 * Whether a caller is told that the outcome of a call is unknown. A launcher server makes nothing: it
 * asks again in either case.
 */
export function tellsUnknown(row: Endpoint): boolean {
  return changesSomething(row) && !isByKey(row)
}

/** What an `Idempotency-Key` looks like: too long to be guessed or to be met by chance. */
export const IDEMPOTENCY_KEY = '^[\\x21-\\x7e]{16,128}$'

/** All codes an endpoint can answer: its own, and those that its caller, limits and input imply. */
export function refusalsOf(row: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(row.errors)
  if (isByKey(row)) {
    codes.add('auth.invalidkey').add('auth.untrustedaddress').add('auth.forbidden')
  } else if (row.caller !== 'anyone') codes.add('auth.unauthorized')
  if (row.permission) codes.add('auth.forbidden')
  if (isOfPanel(row)) codes.add('auth.2farequired')
  if (row.caller === 'player') codes.add('auth.usernotactivated')
  if (row.caller === 'player' || row.caller === 'unconfirmed-player') {
    codes.add('auth.passwordchangerequired')
    if (!row.withoutConsent) codes.add('auth.consentrequired')
  }
  if (row.cookie) codes.add('auth.csrf').add('auth.crosssite')
  if (row.proof) codes.add('auth.proofrequired')
  if (row.proof?.password) codes.add('password.wrong').add('auth.toomanyattempts')
  if (row.captcha) codes.add('captcha.invalid').add('captcha.unavailable')
  if (row.limits) codes.add('request.toomany')
  if (row.once) codes.add('request.keyused').add('request.invalid')
  if (row.dialect && dialects[row.dialect].setting) codes.add('request.notfound') // while it is off
  if (row.body || row.list || row.query) codes.add('request.invalid')
  if (row.upload) codes.add('request.invalid')
  if (row.body || row.list || row.upload) codes.add('request.mediatype')
  if (row.method !== 'GET') codes.add('request.toolarge')
  if (tellsUnknown(row)) codes.add('unavailable.unknown')
  return [...codes.add('internal').add('unavailable').add('overloaded')]
}

/** The HTTP status with which this endpoint answers a refusal. */
export function statusOf(row: Endpoint | undefined, code: ErrorCode): number {
  const spoken = row?.dialect && dialects[row.dialect].statuses[code]
  return row?.statuses?.[code] ?? spoken ?? refusals[code].status
}
