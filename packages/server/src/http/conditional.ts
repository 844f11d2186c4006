import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

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

/** Whether the caller has what this tag names: then nobody need read it, he gets 304. */
export function hasContent(request: FastifyRequest, tag: string): boolean {
  return isAmong(request.headers['if-none-match'], tag)
}

function entityTag(bytes: string | Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
}

const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

/** Whether `If-None-Match` names a tag. It compares weakly: `W/"a"` is `"a"` (RFC 9110, 8.8.3.2). */
function isAmong(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return [...header.matchAll(TAGS)].some(([, sent]) => sent === opaque)
}
