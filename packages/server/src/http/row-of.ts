import type { Endpoint } from '@portal/contract'
import type { FastifyRequest } from 'fastify'

/** A row of the contract and the function that answers it, which is called with door's `Call`. */
export type Route = {
  row: Endpoint
  handle: (call: never) => Promise<unknown>
  /** Whether it is asked so often that it is answered on the short way (short-way.ts). */
  isHot?: true
  /** Whether its function begins on the short way while the caller is still being looked at. */
  isEarly?: true
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
