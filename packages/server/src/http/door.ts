import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../errors.ts'
import type { Asked } from './asked.ts'

/** What a request asks for, checked against its row. */
export type AskedFor = { params: unknown; body: unknown; file: Buffer | undefined }

/**
 * Decides who may come in. The server calls it at the points of a request that are named here, and
 * knows nothing of players, keys or cookies itself. `row` is always the row of the request.
 */
export type Door = {
  /** Whether a peer's X-Forwarded-For is believed; `hop` counts from the nearest peer. */
  trustProxy: false | ((address: string, hop: number) => boolean)

  /** Sees every request as soon as its headers have arrived, even one that no route answers. */
  notice(request: Asked): void

  /** Runs before the body is read. @throws Refusal for callers who may not come in. */
  admit(row: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>

  /** Does the same for a hot route, which only has a caller. */
  admitCaller(row: Endpoint, request: Asked): Promise<void>

  /** Whether a cookie identifies the caller; rows that allow this then ignore the body. */
  speaksByCookie(request: FastifyRequest): boolean

  /** Runs when the body has been checked. @throws Refusal where the row asks for a fresh proof. */
  askProof(row: Endpoint, request: FastifyRequest, asked: AskedFor): Promise<void>

  /** What handlers learn about the caller in addition to the request itself. */
  introduce(row: Endpoint, request: FastifyRequest, asked: AskedFor): object

  /** What handlers of hot routes learn about the caller. */
  introduceCaller(request: Asked): object

  /** Runs after the handler and before its answer is sent. */
  beforeAnswer(row: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void>

  /** @returns the refusal to answer with: the given one, or one that takes precedence. */
  beforeRefusal(
    row: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
  ): Promise<Refusal>

  /** Runs after any answer was sent. */
  afterAnswer(request: Asked): void

  /** For the log: where a request came from, and whose it was. */
  whose(request: Asked): { ip: string; player: string | undefined }
}
