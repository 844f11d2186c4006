import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * Sends a reply with an `ETag`, or 304 when the caller already has that reply (RFC 9110, 13.1.2). A
 * handler that knows a better tag sets it beforehand.
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
 * Whether the caller already has what this tag names, so that nobody has to read it and the answer is
 * 304. No other header counts: `Cache-Control: no-cache` does not cause another copy to be sent.
 */
export function hasContent(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  return fresh({ 'if-none-match': request.headers['if-none-match']?.trim() }, { etag: tag })
}

/** Names bytes by their content (RFC 9110, 8.8.3). */
export function entityTag(bytes: string | Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}
