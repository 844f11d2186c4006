import type { FastifyInstance } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import type { HttpDeps } from './deps.ts'
import { protocolOf } from './protocol-of.ts'
import { sendRefusal } from './send-error.ts'

export function applyProtocolHeaders(app: HttpDeps, server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const protocol = protocolOf(request)
    if (!protocol) return
    const headers = await app.protocolHeaders(protocol)
    if (headers) reply.headers(headers)
    else await sendRefusal(app, new Refusal('request.notfound'), request, reply)
  })
}
