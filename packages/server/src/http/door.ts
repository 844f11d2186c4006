import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../errors.ts'

/**
 * Who may come in. The server asks at the points of a request that are named here, and knows no
 * player, key or cookie itself; `row` is always the row of the request.
 */
export type Door = {
  /** Whether a peer may say in X-Forwarded-For for whom it speaks; `hop` counts from the nearest. */
  trustProxy: false | ((address: string, hop: number) => boolean)

  /** Sees every request as soon as its headers are there, also one that nothing answers. */
  notice(request: FastifyRequest): void

  /** Comes before anything of the body is read. @throws Refusal for whoever may not come in. */
  admit(row: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>

  /** Whether the caller speaks by a cookie: rows that let it look at nothing in the body then. */
  speaksByCookie(request: FastifyRequest): boolean

  /** What handlers are told about the caller, beside what the request brought. */
  introduce(request: FastifyRequest): object

  /** Comes when the handler is done, before its answer is sent. */
  beforeAnswer(row: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>

  /** @returns the refusal to answer with: the given one, or one that counts for more. */
  beforeRefusal(
    row: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
  ): Promise<Refusal>

  /** Comes when the answer is out, whatever it was. */
  afterAnswer(request: FastifyRequest): void

  /** For the log: from where a request came, and whose it was. */
  whose(request: FastifyRequest): { ip: string; player: string | undefined }
}
