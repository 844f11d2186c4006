import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../platform/errors.ts'

/** The server calls these functions at the stages of a request. `row` is always the endpoint of the request. */
export type RequestGuard = {
  /** Whether a peer's X-Forwarded-For is trusted; `hop` counts from the nearest peer. */
  trustProxy: false | ((address: string, hop: number) => boolean)

  /** Inspects every request as soon as its headers have arrived, even without a route. */
  inspect(request: FastifyRequest): void

  /** Whether a cookie identifies the caller; endpoints that allow this then ignore the body. */
  authenticatesByCookie(request: FastifyRequest): boolean

  /** @returns the refusal to respond with: the given one, or one that takes precedence */
  beforeRefusal(
    row: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
  ): Promise<Refusal>

  afterResponse(request: FastifyRequest): void

  describeCaller(request: FastifyRequest): { ip: string; player: string | undefined }
}
