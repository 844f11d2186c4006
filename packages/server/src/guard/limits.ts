import { type Endpoint, type Limit, statusOf } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Allowance, Refusal } from '../platform/errors.ts'
import {
  checkRateLimit,
  countRateLimitedCall,
  readAllowance,
} from '../security/rate-limits/rate-limit.ts'
import { identityOf } from './caller.ts'
import { addressOf } from './client.ts'

export async function enforceRateLimits(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!row.limits) return
  const allowances: Allowance[] = []
  for (const { limit, subject } of limitsOf(row, request)) {
    const apply = limit.counts === 'calls' ? countRateLimitedCall : checkRateLimit
    allowances.push(await apply(app, limit, subject))
  }
  setRateLimitFields(reply, allowances)
}

/**
 * Sets the rate limit headers again after the handler, because limits that count only successes or refusals have
 * changed.
 */
export async function refreshRateLimitFields(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!row.limits?.some(({ counts }) => counts !== 'calls')) return
  const allowances = await Promise.all(
    limitsOf(row, request).map(({ limit, subject }) => readAllowance(app, limit, subject)),
  )
  setRateLimitFields(reply, allowances)
}

/**
 * Counts a refusal in the limit of refusals of the endpoint, if it has one.
 * @returns the given refusal; a refusal with status 429 if the limit is reached, so that the caller does not learn the
 * actual reason
 */
export async function applyRefusalLimits(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<Refusal> {
  const final = await countRefusal(app, row, request, refusal)
  if (final === refusal) await refreshRateLimitFields(app, row, request, reply)
  const { allowance } = final.details
  if (allowance) {
    setRateLimitFields(reply, [allowance])
    app.metrics.countRateLimited(allowance.limit.name)
  }
  return final
}

async function countRefusal(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  refusal: Refusal,
): Promise<Refusal> {
  const counted = limitsOf(row, request).find(({ limit }) => limit.counts === 'refusals')
  const isServerError = statusOf(row, refusal.code) >= 500
  if (!counted || isServerError || refusal.code === 'request.toomany') return refusal
  try {
    await countRateLimitedCall(app, counted.limit, counted.subject)
    return refusal
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type AppliedLimit = { limit: Limit; subject: string }

/**
 * Returns the limits that apply to the request. For an anonymous caller, omits the limits per player: the use case
 * counts these.
 */
function limitsOf({ limits = [] }: Endpoint, request: FastifyRequest): AppliedLimit[] {
  return limits.flatMap((limit) => {
    const subject = limit.per === 'player' ? identityOf(request)?.playerId : addressOf(request)
    return subject === undefined ? [] : [{ limit, subject }]
  })
}

/** Sets the headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). */
function setRateLimitFields(reply: FastifyReply, allowances: readonly Allowance[]): void {
  const policies = allowances.map(
    ({ limit }) => `"${limit.name}";q=${limit.calls};w=${limit.perSeconds}`,
  )
  const remainders = allowances.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${remaining};t=${resetSeconds}`,
  )
  reply.header('RateLimit-Policy', policies.join(', '))
  reply.header('RateLimit', remainders.join(', '))
}
