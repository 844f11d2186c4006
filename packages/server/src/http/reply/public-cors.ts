import type { FastifyReply } from 'fastify'

/** `Cache-Control` of a name that never stands for other bytes, and of an answer that may change. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
export const SHORTLY = 'public, max-age=60'

/** Stands for bytes that the caller already has: the answer is 304, and nobody reads them. */
export const NOTHING = Buffer.alloc(0)

/**
 * Lets pages of any site show the answer. The headers are the same for all callers, so that caches can
 * keep one answer: what CORS_ORIGINS adds for some is removed.
 */
export function openToAll(reply: FastifyReply): FastifyReply {
  reply.removeHeader('Access-Control-Allow-Credentials')
  reply.removeHeader('Vary')
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, X-Default',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
