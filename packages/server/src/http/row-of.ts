import type { Endpoint } from '@portal/contract'
import type { FastifyRequest } from 'fastify'

/** A row of the contract and the function that answers it. What it is called with is door's `Call`. */
export type Route = { row: Endpoint; handle: (call: never) => Promise<unknown> }

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Endpoint
  }
}

/** The row of the contract that a request belongs to; none for unknown paths and plain pages. */
export function rowOf(request: FastifyRequest): Endpoint | undefined {
  return request.routeOptions.config.row
}
