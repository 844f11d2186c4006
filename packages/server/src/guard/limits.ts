import { type Endpoint, type Limit, statusOf } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { type Allowance, Refusal } from '../platform/errors.ts'
import { checkCall, readAllowance, takeCall } from '../security/rate-limits/rate-limit.ts'
import { identityOf } from './caller.ts'
import { addressOf } from './client.ts'

/** Counts a call where calls count, and lets it in while none of the row's limits is used up. */
export async function meetLimits(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!row.limits) return
  const allowances: Allowance[] = []
  for (const { limit, whom } of limitsOf(row, request)) {
    const meet = limit.counts === 'calls' ? takeCall : checkCall
    allowances.push(await meet(app, limit, whom))
  }
  setRateLimitFields(reply, allowances)
}

/**
 * Sets the `RateLimit` fields once more where successes or refusals count: the counters have changed
 * since the request was admitted.
 */
export async function showLimits(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!row.limits?.some(({ counts }) => counts !== 'calls')) return
  const allowances = await Promise.all(
    limitsOf(row, request).map(({ limit, whom }) => readAllowance(app, limit, whom)),
  )
  setRateLimitFields(reply, allowances)
}

/**
 * Counts a refused call where refusals count, and sets the `RateLimit` fields of the answer.
 *
 * @returns the refusal to answer with: 429 once the limit for refusals is used up, so that no more
 *   callers than the limit allows learn why they were refused.
 */
export async function settleRefusal(
  app: App,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<Refusal> {
  const final = await countRefusal(app, row, request, refusal)
  if (final === refusal) await showLimits(app, row, request, reply)
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
  const isOurs = statusOf(row, refusal.code) >= 500
  if (!counted || isOurs || refusal.code === 'request.toomany') return refusal
  try {
    await takeCall(app, counted.limit, counted.whom)
    return refusal
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

type Counted = { limit: Limit; whom: string }

/** Leaves out limits per player where nobody is signed in: the use case finds out who it is, and counts. */
function limitsOf({ limits = [] }: Endpoint, request: FastifyRequest): Counted[] {
  return limits.flatMap((limit) => {
    const whom = limit.per === 'player' ? identityOf(request)?.playerId : addressOf(request)
    return whom === undefined ? [] : [{ limit, whom }]
  })
}

/** The IETF fields that tell a client how much is left (draft-ietf-httpapi-ratelimit-headers-10). */
function setRateLimitFields(reply: FastifyReply, allowances: readonly Allowance[]): void {
  const policies = allowances.map(
    ({ limit }) => `"${limit.name}";q=${limit.calls};w=${limit.perSeconds}`,
  )
  const rests = allowances.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${remaining};t=${resetSeconds}`,
  )
  reply.header('RateLimit-Policy', policies.join(', '))
  reply.header('RateLimit', rests.join(', '))
}
