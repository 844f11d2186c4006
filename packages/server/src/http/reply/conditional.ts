import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * Sets the `ETag` of a reply, unless the handler set a better one beforehand.
 *
 * @returns whether the caller already has this reply, so that the answer is 304 (RFC 9110, 13.1.2).
 */
export function isKnownReply(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
): boolean {
  const tag = String(reply.getHeader('etag') ?? entityTag(content))
  reply.header('ETag', tag)
  return hasContent(request, tag)
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
