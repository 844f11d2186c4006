import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../platform/errors.ts'

/** The functions that the server calls at the stages of a request. `row` is always the endpoint of the request. */
export type RequestGuard = {
  /** Whether to trust the X-Forwarded-For that came through the peer `address`. `hop` is 0 for the nearest peer. */
  trustProxy: false | ((address: string, hop: number) => boolean)

  /** Inspects a request as soon as its headers have arrived. Called for every request, even without a route. */
  inspect(request: FastifyRequest): void

  /** Whether a cookie identifies the caller. An endpoint that accepts this cookie then ignores the body. */
  authenticatesByCookie(request: FastifyRequest): boolean

  /**
   * Called before a refusal is sent.
   * @returns the refusal to send: the given one, or one that takes precedence
   */
  beforeRefusal(
    row: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
  ): Promise<Refusal>

  afterResponse(request: FastifyRequest): void

  describeCaller(request: FastifyRequest): { ip: string; player: string | undefined }
}
