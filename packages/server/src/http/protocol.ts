import type { FastifyInstance } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import type { Needs } from './deps.ts'
import { dialectOf } from './protocol-of.ts'
import { answerRefusal } from './send-error.ts'

/** Gives every answer in a dialect its headers, and answers 404 to everything while its setting is off. */
export function speakDialects(app: Needs, server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const dialect = dialectOf(request)
    if (!dialect) return
    const headers = await app.dialectHeaders(dialect)
    if (headers) reply.headers(headers)
    else await answerRefusal(app, new Refusal('request.notfound'), request, reply)
  })
}
