import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * Sets the `ETag` of a response, unless the handler set it.
 * @returns whether to respond with 304, because the caller has this content (RFC 9110, 13.1.2)
 */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
): boolean {
  const tag = String(reply.getHeader('etag') ?? entityTag(content))
  reply.header('ETag', tag)
  return hasContent(request, tag)
}

/**
 * Whether the caller has the content with this tag. If so, it is not sent again, not even for `Cache-Control:
 * no-cache`.
 */
export function hasContent(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  return fresh({ 'if-none-match': request.headers['if-none-match']?.trim() }, { etag: tag })
}

export function entityTag(bytes: string | Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}
