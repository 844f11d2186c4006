import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * Sends a reply with an `ETag`, or 304 to a caller who has that very reply already (RFC 9110, 13.1.2).
 * A handler that knows a better tag has set it before.
 *
 * @param content what JSON is made of, or the bytes of another media type.
 */
export function answerConditionally(
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
): FastifyReply {
  const isBytes = Buffer.isBuffer(content)
  const bytes = isBytes ? content : JSON.stringify(content)
  const tag = String(reply.getHeader('etag') ?? entityTag(bytes))
  reply.header('ETag', tag)
  if (hasContent(request, tag)) return reply.code(304).send()
  if (!isBytes) reply.type('application/json; charset=utf-8')
  return reply.send(bytes)
}

/**
 * Whether the caller has what this tag names: then nobody need read it, they get 304. No other field
 * of the request counts, so a `Cache-Control: no-cache` does not make us send it once more.
 */
export function hasContent(request: FastifyRequest, tag: string): boolean {
  return fresh({ 'if-none-match': request.headers['if-none-match']?.trim() }, { etag: tag })
}

function entityTag(bytes: string | Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}
