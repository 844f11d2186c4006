import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import type { Needs } from '../deps.ts'
import { rowOf } from '../endpoint-of.ts'
import { malformed } from '../send-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads bodies, which are JSON in UTF-8 except for uploads (see read-upload.ts). An empty body counts
 * as none, whatever its media type. The body is ignored where a cookie identifies the caller and
 * where the row takes no body (docs/contract.md#tokens-cookies-sessions).
 */
export function readJsonBodies(app: Pick<Needs, 'door'>, server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 || isBodyIgnored(app, request)) return undefined
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
      if (body.length === 0 || isBodyIgnored(app, request)) return undefined
      throw new Refusal('request.mediatype')
    },
  )
}

/** Whether the row takes no body, or a cookie identifies the caller and the row allows that. */
function isBodyIgnored({ door }: Pick<Needs, 'door'>, request: FastifyRequest): boolean {
  const row = rowOf(request)
  const takesBody = Boolean(row?.body || row?.list || row?.upload)
  return !takesBody || (Boolean(row?.cookie) && door.speaksByCookie(request))
}
