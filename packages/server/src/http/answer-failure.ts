import { type Endpoint, type ErrorCode, fieldSentence, refusals, statusOf } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { countRefusal, showLimits } from '../door/admit.ts'
import { addressOf } from '../door/client-of.ts'
import { setRateLimitFields } from '../door/rate-limit-fields.ts'
import { Refusal } from '../errors.ts'
import { isOutage } from '../platform/database/database-failure.ts'
import { localeOf } from './locale-of.ts'

const OUTAGE_RETRY_SECONDS = 5

/** Turns whatever was thrown into the one form of answer that it has; nobody else does. */
export async function answerFailure(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toRefusal(error)
  if (!refusal) return answerError(app, error, request, reply)
  try {
    const row = rowOf(request)
    if (!row) return answerRefusal(app, refusal, request, reply)
    const final = await countRefusal(app, row, request, refusal)
    if (final === refusal) await showLimits(app, row, request, reply)
    return answerRefusal(app, final, request, reply)
  } catch (failure) {
    return answerError(app, failure, request, reply)
  }
}

/**
 * `{error, message}` of a refusal, in the caller's language, with what goes along with its code; a
 * launcher server gets `{error}`, and with a ban its `reason` (contract, Launcher authenticate errors).
 */
export function answerRefusal(
  app: App,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { fields, retryAfter, allowance, reason } = refusal.details
  const locale = localeOf(request, app.settings.last().defaultLanguage)
  const status = statusOf(rowOf(request), refusal.code)
  countNo(app, refusal, request)
  if (status === 401) reply.header('WWW-Authenticate', challenge(refusal, request))
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  if (allowance) {
    setRateLimitFields(reply, [allowance])
    app.metrics.countRateLimited(allowance.limit.name)
  }
  if (isForLauncher(request)) {
    return reply.code(status).send({ error: refusal.code, ...(reason !== undefined && { reason }) })
  }
  return reply.code(status).send({
    error: refusal.code,
    message: refusals[refusal.code][locale],
    ...(fields && {
      fields: fields.map((fault) => ({
        field: fault.field,
        message: fieldSentence(fault, locale),
      })),
    }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** Of launcher servers, these codes say that the door itself stayed shut. */
const KEY_REFUSALS: Partial<Record<ErrorCode, string>> = {
  'auth.invalidkey': 'invalidkey',
  'auth.untrustedaddress': 'untrustedaddress',
  'auth.forbidden': 'forbidden',
}

function countNo({ metrics }: App, { code }: Refusal, request: FastifyRequest): void {
  metrics.countRefusal(code)
  const reason = KEY_REFUSALS[code]
  if (reason !== undefined && isForLauncher(request)) metrics.countKeyRefusal(reason)
}

/** Our own fault: an outage of the database is 503 and worth another try, anything else a bare 500. */
function answerError(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0]
  const about = { err: error, request: request.id, path, ip: addressOf(request) }
  if (isOutage(error)) {
    app.log.error(about, 'the database does not answer as it should')
    const refusal = new Refusal('unavailable', { retryAfter: OUTAGE_RETRY_SECONDS })
    return answerRefusal(app, refusal, request, reply)
  }
  app.log.error(about, 'a request failed')
  const number = isForLauncher(request) ? {} : { requestId: request.id }
  return reply.code(500).send({ error: 'internal', ...number })
}

function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return undefined
  const { statusCode, code } = error as Error & { statusCode?: number; code?: string }
  if (statusCode === 413) return new Refusal('request.toolarge')
  if (statusCode === 415) return new Refusal('request.mediatype')
  if (statusCode === 404) return new Refusal('request.notfound')
  if (statusCode === 400 && code?.startsWith('FST_ERR_CTP')) return malformed()
  if (statusCode !== undefined && statusCode < 500) return new Refusal('request.invalid')
  return undefined
}

/** The row of the contract that a request belongs to; none for unknown paths and plain pages. */
export function rowOf(request: FastifyRequest): Endpoint | undefined {
  return (request.routeOptions.config as { row?: Endpoint }).row
}

/** Whether area B is asked, also by a path or a method that it has not. */
function isForLauncher(request: FastifyRequest): boolean {
  const row = rowOf(request)
  return row ? row.caller === 'launcher' : /^\/auth\/launcher(\/|\?|$)/.test(request.url)
}

export function malformed(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: '', keyword: 'json' }] })
}

/** RFC 6750, 3: the reason is named only when a token was sent. */
function challenge(refusal: Refusal, request: FastifyRequest): string {
  if (isForLauncher(request)) return 'Api-Key realm="portal"'
  const invalid = refusal.code === 'auth.unauthorized' && request.headers.authorization
  return invalid ? 'Bearer realm="portal", error="invalid_token"' : 'Bearer realm="portal"'
}
