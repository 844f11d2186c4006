import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/** Keeps an `ETag` that the handler set. @returns whether the response is 304 (RFC 9110, 13.1.2) */
export function isNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
): boolean {
  const tag = String(reply.getHeader('etag') ?? entityTag(content))
  reply.header('ETag', tag)
  return hasContent(request, tag)
}

/** Whether the caller has this content. `Cache-Control: no-cache` does not cause another copy to be sent. */
export function hasContent(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  return fresh({ 'if-none-match': request.headers['if-none-match']?.trim() }, { etag: tag })
}

export function entityTag(bytes: string | Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`
}
