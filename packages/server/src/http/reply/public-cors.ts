import type { FastifyReply } from 'fastify'

export const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'
export const CACHE_ONE_MINUTE = 'public, max-age=60'

/** A placeholder for the body of a 304 response, so that the actual bytes need not be read. */
export const EMPTY_BODY = Buffer.alloc(0)

/**
 * Allows any origin to read the response. Removes the headers of CORS_ORIGINS, which depend on the origin, so that
 * caches can share one response.
 */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  reply.removeHeader('Access-Control-Allow-Credentials')
  reply.removeHeader('Vary')
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, X-Default',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
