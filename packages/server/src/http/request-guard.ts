import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../platform/errors.ts'

/**
 * Decides who may come in. The server calls it at the points of a request that are named here, and
 * knows nothing of players, keys or cookies itself. `row` is always the row of the request.
 */
export type Door = {
  /** Whether a peer's X-Forwarded-For is believed; `hop` counts from the nearest peer. */
  trustProxy: false | ((address: string, hop: number) => boolean)

  /** Sees every request as soon as its headers have arrived, even one that no route answers. */
  notice(request: FastifyRequest): void

  /** Whether a cookie identifies the caller; rows that allow this then ignore the body. */
  speaksByCookie(request: FastifyRequest): boolean

  /** @returns the refusal to answer with: the given one, or one that takes precedence. */
  beforeRefusal(
    row: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
  ): Promise<Refusal>

  /** Runs after any answer was sent. */
  afterAnswer(request: FastifyRequest): void

  /** For the log: where a request came from, and whose it was. */
  whose(request: FastifyRequest): { ip: string; player: string | undefined }
}
