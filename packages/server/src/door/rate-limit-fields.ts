import type { FastifyReply } from 'fastify'
import type { Allowance } from '../errors.ts'

/** The IETF fields that tell a client how much is left (draft-ietf-httpapi-ratelimit-headers-10). */
export function setRateLimitFields(reply: FastifyReply, allowances: readonly Allowance[]): void {
  const policies = allowances.map(
    ({ limit }) => `"${limit.name}";q=${limit.calls};w=${limit.perSeconds}`,
  )
  const rests = allowances.map(
    ({ limit, remaining, resetSeconds }) => `"${limit.name}";r=${remaining};t=${resetSeconds}`,
  )
  reply.header('RateLimit-Policy', policies.join(', '))
  reply.header('RateLimit', rests.join(', '))
}
