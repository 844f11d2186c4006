import { fieldSentence, isByKey, refusals, statusOf, tellsUnknown } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOutage, isOutcomeUnknown } from '../database/database-failure.ts'
import { Refusal } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Needs } from './deps.ts'
import { rowOf } from './endpoint-of.ts'
import { localeOf } from './locale.ts'
import { outageLog } from './outage-log.ts'
import { dialectOf } from './protocol-of.ts'

const OUTAGE_RETRY_SECONDS = 5

/** Answers for whatever was thrown; nothing else in the server turns errors into answers. */
export async function answerFailure(
  app: Needs,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = toRefusal(error)
  if (!refusal) return answerError(app, error, request, reply)
  try {
    const row = rowOf(request)
    const final = row ? await app.door.beforeRefusal(row, request, reply, refusal) : refusal
    return answerRefusal(app, final, request, reply)
  } catch (failure) {
    return answerError(app, failure, request, reply)
  }
}

/**
 * Sends `{error, message}` in the caller's language, with the details of the code. A launcher server
 * gets `{error}` alone, and the `reason` of a ban (docs/contract.md#launcher-servers-area-b); where a
 * dialect is spoken, it has a form of its own.
 */
export function answerRefusal(
  app: Needs,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { fields, retryAfter, reason, proofs } = refusal.details
  const locale = localeOf(request, refusal.details.locale ?? app.defaultLanguage())
  const status = statusOf(rowOf(request), refusal.code)
  const dialect = dialectOf(request)
  app.metrics.countRefusal(refusal.code)
  if (status === 401) reply.header('WWW-Authenticate', challenge(refusal, request))
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  if (dialect) {
    const spoken = { code: refusal.code, status, locale, reason }
    return reply.code(status).send(dialect.write(spoken))
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
    ...(proofs && { proofs }),
  })
}

/**
 * Answers for a fault of ours: 503 when the database is away, which says whether the outcome of a change
 * is unknown (docs/contract.md#forms), otherwise a bare 500.
 */
function answerError(
  app: Needs,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split('?', 1)[0]
  const { ip } = app.door.whose(request)
  if (isOutage(error)) {
    outageLogOf(app.log)(error, { request: request.id, path, ip })
    const row = rowOf(request)
    const isUnknown = row !== undefined && tellsUnknown(row) && isOutcomeUnknown(error)
    const code = isUnknown ? 'unavailable.unknown' : 'unavailable'
    const refusal = new Refusal(code, { retryAfter: OUTAGE_RETRY_SECONDS })
    return answerRefusal(app, refusal, request, reply)
  }
  app.log.error({ err: error, request: request.id, path, ip }, 'a request failed')
  const dialect = dialectOf(request)
  if (dialect) {
    const locale = localeOf(request, app.defaultLanguage())
    const spoken = { code: 'internal', status: 500, locale, reason: undefined } as const
    return reply.code(500).send(dialect.write(spoken))
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
  if (status === 400 && isOfBody(error)) return malformed()
  if (typeof status === 'number' && status < 500) return new Refusal('request.invalid')
  return undefined
}

/** Whether Fastify could not read a body. */
function isOfBody(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('FST_ERR_CTP')
}

/** Whether the request is for area B, also where no row has its path or method. */
function isForLauncher(request: FastifyRequest): boolean {
  const row = rowOf(request)
  return row ? isByKey(row) : /^\/auth\/launcher(\/|\?|$)/.test(request.url)
}

export function malformed(): Refusal {
  return new Refusal('request.invalid', { fields: [{ field: '', keyword: 'json' }] })
}

/** Writes `WWW-Authenticate`. It names the reason only when a token was sent (RFC 6750, 3). */
function challenge(refusal: Refusal, request: FastifyRequest): string {
  if (isForLauncher(request)) return 'Api-Key realm="portal"'
  const invalid = refusal.code === 'auth.unauthorized' && request.headers.authorization
  return invalid ? 'Bearer realm="portal", error="invalid_token"' : 'Bearer realm="portal"'
}
