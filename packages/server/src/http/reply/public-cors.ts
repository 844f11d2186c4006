import type { FastifyReply } from 'fastify'

export const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'
export const CACHE_ONE_MINUTE = 'public, max-age=60'

/** The body for a 304 response, so that the bytes need not be read. */
export const EMPTY_BODY = Buffer.alloc(0)

/** Removes the per-origin headers of CORS_ORIGINS, so that caches can share one response. */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  reply.removeHeader('Access-Control-Allow-Credentials')
  reply.removeHeader('Vary')
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, X-Default',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
