import type { TObject, TSchema } from 'typebox'
import { type ErrorCode, refusals } from './errors.ts'
import type { PermissionId } from './permissions.ts'

/**
 * Who may call an endpoint; the server checks it before anything else of the request is read.
 * `player` is a signed-in player whose address is confirmed and who need not change his password;
 * `unconfirmed-player` one who may still have to confirm it; `any-player` one who may still have to
 * do either (answers, Gate). `launcher` is an API key with `kernel.launcher.provider`, used from an
 * address it trusts; its refusals are bare `{error, reason?}` (answers, Area B).
 */
export type Caller = 'anyone' | 'player' | 'unconfirmed-player' | 'any-player' | 'launcher'

/** Actions a captcha token can be issued for (contract, Authentication 4). */
export type CaptchaAction = 'login' | 'register' | 'reset' | 'verify' | 'gift'

/**
 * At most `calls` per `perSeconds`. What is counted: every call, only those that were refused, or
 * only those that did what they are for (the use case counts these itself, in its transaction).
 */
export type Limit = {
  name: string
  calls: number
  perSeconds: number
  per: 'ip' | 'player'
  counts: 'calls' | 'refusals' | 'successes'
}

/** One row of the contract's endpoint tables. */
export type Endpoint = {
  /** The operation's name, unique over all rows. */
  name: string
  summary: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:id`. */
  path: string
  caller: Caller
  /** Whether a call changes something, where the method says otherwise: a GET does not, others do. */
  changes?: boolean
  /** What the player has to be allowed, for the panel (permissions, Names). */
  permission?: PermissionId
  /** Whether the refresh cookie can speak for the caller (contract, Authentication 2). */
  cookie?: true
  captcha?: CaptchaAction
  limits?: readonly Limit[]
  params?: TObject
  query?: TObject
  /** A JSON body, or an upload's further fields; `bodyOptional` when the endpoint also works without. */
  body?: TObject
  bodyOptional?: true
  /** A `multipart/form-data` body with one file in the field `file`; `body` names further fields. */
  upload?: true
  /** The status of success: 204 has no reply. */
  status: 200 | 201 | 204
  reply: TSchema
  /** The media type of the reply where it is not JSON; the handler then gives its bytes. */
  produces?: 'image/png' | 'text/plain'
  /** The reply carries an `ETag`, and `If-None-Match` makes it 304. */
  conditional?: true
  /** Statuses of this endpoint that differ from the usual ones of their codes. */
  statuses?: Partial<Record<ErrorCode, number>>
  /** Refusals of this endpoint alone; those that follow from the row are in `refusalsOf`. */
  errors: readonly ErrorCode[]
}

/** Checks a row's shape and keeps its literal types. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row
}

/**
 * Whether an access token opens this row only while its session is open. The other rows take it
 * until it expires (docs/contract.md#tokens-cookies-sessions).
 */
export function needsOpenSession({ path, method, changes }: Endpoint): boolean {
  return path.startsWith('/admin/') || (changes ?? method !== 'GET')
}

/** Every code an endpoint can answer: its own, and those its caller, limits and input bring along. */
export function refusalsOf(row: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(row.errors)
  if (row.caller === 'launcher') {
    codes.add('auth.invalidkey').add('auth.untrustedaddress').add('auth.forbidden')
  } else if (row.caller !== 'anyone') codes.add('auth.unauthorized')
  if (row.permission) codes.add('auth.forbidden')
  if (row.caller === 'player') codes.add('auth.usernotactivated')
  if (row.caller === 'player' || row.caller === 'unconfirmed-player') {
    codes.add('auth.passwordchangerequired')
  }
  if (row.cookie) codes.add('auth.csrf').add('auth.crosssite')
  if (row.captcha) codes.add('captcha.invalid').add('captcha.unavailable')
  if (row.limits) codes.add('request.toomany')
  if (row.body || row.query) codes.add('request.invalid')
  if (row.upload) codes.add('request.invalid')
  if (row.body || row.upload) codes.add('request.mediatype')
  if (row.method !== 'GET') codes.add('request.toolarge')
  return [...codes.add('internal').add('unavailable').add('overloaded')]
}

/** The HTTP status of a refusal, as this endpoint answers it. */
export function statusOf(row: Endpoint | undefined, code: ErrorCode): number {
  return row?.statuses?.[code] ?? refusals[code].status
}
