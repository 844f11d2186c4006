import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { isNotModified } from './reply/conditional.ts'
import { acceptsGzip, cachedGzip, cachedJson } from './reply/json-cache.ts'
import { replyFilter } from './reply/reply-filter.ts'

/** The result of an endpoint's handler; null if the endpoint responds with 204. */
export type HandlerResult<Row extends Endpoint> =
  | Static<Row['reply']>
  | (Row extends { mayBeEmpty: true } ? null : never)

type SendReply<Result> = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result,
) => FastifyReply

export function replySender<Row extends Endpoint>(row: Row): SendReply<HandlerResult<Row>> {
  const send = row.produces === undefined ? jsonSender(row) : documentSender(row, row.produces)
  return (request, reply, result) => {
    reply.code(row.status)
    if (row.revalidated) reply.header('Cache-Control', 'no-cache')
    if (row.status === 204 || (row.mayBeEmpty && result === null)) return reply.code(204).send()
    return send(request, reply, result)
  }
}

function jsonSender({ reply: schema, conditional }: Endpoint): SendReply<unknown> {
  const pick = replyFilter(schema)
  return (request, reply, result) => {
    const once = cachedJson(result, pick)
    const packed = once && acceptsGzip(request) ? cachedGzip(once) : undefined
    const content = packed ?? once ?? JSON.stringify(pick(result))
    if (packed) reply.header('Content-Encoding', 'gzip')
    if (conditional && isNotModified(request, reply, content)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(content)
  }
}

function documentSender({ conditional }: Endpoint, produces: string): SendReply<unknown> {
  const type = typeOf(produces)
  return (request, reply, result) => {
    if (!reply.hasHeader('content-type')) reply.type(type)
    const isKnown = conditional && Buffer.isBuffer(result) && isNotModified(request, reply, result)
    return isKnown ? reply.code(304).send() : reply.send(result)
  }
}

/** Returns a media type with the charset if it is a text type, so that no browser guesses the charset. */
function typeOf(produces: string): string {
  const isText = !/^(image\/|application\/(octet-stream|zip)$)/.test(produces)
  return isText ? `${produces}; charset=utf-8` : produces
}
