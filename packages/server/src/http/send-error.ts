import {
  fieldMessage,
  refusals,
  reportsUnknownOutcome,
  statusOf,
  usesApiKey,
} from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOutage, isOutcomeUnknown } from '../database/database-failure.ts'
import { Refusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { HttpDeps } from './deps.ts'
import { endpointOf } from './endpoint-of.ts'
import { localeOf } from './locale.ts'
import { outageLog } from './outage-log.ts'
import { protocolOf } from './protocol-of.ts'

const OUTAGE_RETRY_SECONDS = 5

export async function sendError(
  app: HttpDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toRefusal(error)
  if (!refusal) return sendServerError(app, error, request, reply)
  try {
    const row = endpointOf(request)
    const final = row ? await app.guard.beforeRefusal(row, request, reply, refusal) : refusal
    return sendRefusal(app, final, request, reply)
  } catch (failure) {
    return sendServerError(app, failure, request, reply)
  }
}

/**
 * Sends a refusal. A launcher server gets only `{error}`, and the `reason` of a ban. A launcher protocol has its own
 * form.
 */
export function sendRefusal(
  app: HttpDeps,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { fields, retryAfter, reason, proofs } = refusal.details
  const locale = localeOf(request, refusal.details.locale ?? app.defaultLanguage())
  const status = statusOf(endpointOf(request), refusal.code)
  const dialect = protocolOf(request)
  app.metrics.countRefusal(refusal.code)
  if (status === 401) reply.header('WWW-Authenticate', challenge(refusal, request))
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  if (dialect) {
    const spoken = { code: refusal.code, status, locale, reason }
    return reply.code(status).send(dialect.toBody(spoken))
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
        message: fieldMessage(fault, locale),
      })),
    }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(proofs && { proofs }),
  })
}

/**
 * Sends the response to an error. During a database outage it is 503, whose code tells whether a change may have been
 * made. Otherwise it is 500 without details.
 */
function sendServerError(
  app: HttpDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0]
  const { ip } = app.guard.describeCaller(request)
  if (isOutage(error)) {
    outageLogOf(app.log)(error, { request: request.id, path, ip })
    const row = endpointOf(request)
    const isUnknown = row !== undefined && reportsUnknownOutcome(row) && isOutcomeUnknown(error)
    const code = isUnknown ? 'unavailable.unknown' : 'unavailable'
    const refusal = new Refusal(code, { retryAfter: OUTAGE_RETRY_SECONDS })
    return sendRefusal(app, refusal, request, reply)
  }
  app.log.error({ err: error, request: request.id, path, ip }, 'request failed')
  const dialect = protocolOf(request)
  if (dialect) {
    const locale = localeOf(request, app.defaultLanguage())
    const spoken = { code: 'internal', status: 500, locale, reason: undefined } as const
    return reply.code(500).send(dialect.toBody(spoken))
  }
  const number = isForLauncher(request) ? {} : { requestId: request.id }
  return reply.code(500).send({ error: 'internal', ...number })
}

const outageLogs = new WeakMap<Log, ReturnType<typeof outageLog>>()

function outageLogOf(log: Log): ReturnType<typeof outageLog> {
  const known = outageLogs.get(log) ?? outageLog(log)
  outageLogs.set(log, known)
  return known
}

function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return undefined
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new Refusal('request.toolarge')
  if (status === 415) return new Refusal('request.mediatype')
  if (status === 404) return new Refusal('request.notfound')
  if (status === 400 && isBodyError(error)) return malformed()
  if (typeof status === 'number' && status < 500) return new Refusal('request.invalid')
  return undefined
}

function isBodyError(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('FST_ERR_CTP')
}

function isForLauncher(request: FastifyRequest): boolean {
  const row = endpointOf(request)
  return row ? usesApiKey(row) : /^\/auth\/launcher(\/|\?|$)/.test(request.url)
}

export function malformed(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: '', keyword: 'json' }] })
}

/** Returns the value of `WWW-Authenticate`. It contains the reason only if a token was sent (RFC 6750, 3). */
function challenge(refusal: Refusal, request: FastifyRequest): string {
  if (isForLauncher(request)) return 'Api-Key realm="portal"'
  const invalid = refusal.code === 'auth.unauthorized' && request.headers.authorization
  return invalid ? 'Bearer realm="portal", error="invalid_token"' : 'Bearer realm="portal"'
}
