import type { Endpoint } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasRefreshCookie } from '../door/session-cookies.ts'
import { Refusal } from '../errors.ts'
import { malformed } from './answer-failure.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bodies are JSON in UTF-8, but for uploads (see read-upload.ts). An empty body is none, whatever
 * type it claims. Where the refresh cookie speaks (contract, Authentication 2) and where a row takes
 * none, it is ignored.
 */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 || isBodyIgnored(request)) return undefined
      if (rowOf(request)?.upload) throw new Refusal('request.mediatype')
      try {
        return JSON.parse(utf8.decode(body))
      } catch {
        throw malformed()
      }
    },
  )
  server.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 || isBodyIgnored(request)) return undefined
      throw new Refusal('request.mediatype')
    },
  )
}

/** Where the row takes no body, or the refresh cookie speaks. */
export function isBodyIgnored(request: FastifyRequest): boolean {
  const row = rowOf(request)
  const takesBody = Boolean(row?.body || row?.upload)
  return !takesBody || (Boolean(row?.cookie) && hasRefreshCookie(request))
}

function rowOf(request: FastifyRequest): Endpoint | undefined {
  return (request.routeOptions.config as { row?: Endpoint }).row
}
