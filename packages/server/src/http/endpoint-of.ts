import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type BuiltEndpoint = {
  row: Endpoint
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  respond(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Endpoint
  }
}

export function endpointOf(request: FastifyRequest): Endpoint | undefined {
  return request.routeOptions.config.row
}
