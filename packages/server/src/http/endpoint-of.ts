import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A row of the contract with what serves it, which was built once. */
export type BuiltEndpoint = {
  row: Endpoint
  /** Runs before the body is read. @throws Refusal for callers who may not come in. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Answers a request that was admitted. @throws Refusal, or our own error. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Endpoint
  }
}

/** Returns the row of the contract for a request; undefined for unknown paths and for pages. */
export function rowOf(request: FastifyRequest): Endpoint | undefined {
  return request.routeOptions.config.row
}
