import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { isKnownReply } from './reply/conditional.ts'
import { acceptsGzip, packedOnce, writtenOnce } from './reply/json-cache.ts'
import { whitelist } from './reply/reply-filter.ts'

/** What a row's handler returns; null where there may be nothing to answer with. */
export type Answer<Row extends Endpoint> =
  | Static<Row['reply']>
  | (Row extends { orNothing: true } ? null : never)

type SendReply<Result> = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result,
) => FastifyReply

/** Makes the function that sends the result of a row's handler, with only the fields that its schema names. */
export function replySender<Row extends Endpoint>(row: Row): SendReply<Answer<Row>> {
  const send = row.produces === undefined ? jsonSender(row) : documentSender(row, row.produces)
  return (request, reply, result) => {
    reply.code(row.status)
    if (row.kept) reply.header('Cache-Control', 'no-cache')
    if (row.status === 204 || (row.orNothing && result === null)) return reply.code(204).send()
    return send(request, reply, result)
  }
}

function jsonSender({ reply: schema, conditional }: Endpoint): SendReply<unknown> {
  const pick = whitelist(schema)
  return (request, reply, result) => {
    const once = writtenOnce(result, pick)
    const packed = once && acceptsGzip(request) ? packedOnce(once) : undefined
    const content = packed ?? once ?? JSON.stringify(pick(result))
    if (packed) reply.header('Content-Encoding', 'gzip')
    if (conditional && isKnownReply(request, reply, content)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(content)
  }
}

function documentSender({ conditional }: Endpoint, produces: string): SendReply<unknown> {
  const type = typeOf(produces)
  return (request, reply, result) => {
    if (!reply.hasHeader('content-type')) reply.type(type)
    const isKnown = conditional && Buffer.isBuffer(result) && isKnownReply(request, reply, result)
    return isKnown ? reply.code(304).send() : reply.send(result)
  }
}

/** Names the encoding of what is text, so that no browser guesses it. */
function typeOf(produces: string): string {
  const isText = !/^(image\/|application\/(octet-stream|zip)$)/.test(produces)
  return isText ? `${produces}; charset=utf-8` : produces
}
