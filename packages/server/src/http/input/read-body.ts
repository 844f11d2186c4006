import type { Endpoint } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/errors.ts'
import type { HttpDeps } from '../deps.ts'
import { endpointOf } from '../endpoint-of.ts'
import { malformed } from '../send-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Makes the server read JSON bodies; read-upload.ts reads uploads. Ignores the body if the endpoint has none, or if a
 * cookie identifies the caller (docs/contract.md#tokens-cookies-sessions).
 */
export function readJsonBodies(app: Pick<HttpDeps, 'guard'>, server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 || isBodyIgnored(app, request)) return undefined
      if (endpointOf(request)?.raw) return body
      if (endpointOf(request)?.upload) throw new Refusal('request.mediatype')
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
      if (endpointOf(request)?.raw) return body
      throw new Refusal('request.mediatype')
    },
  )
}

function isBodyIgnored({ guard }: Pick<HttpDeps, 'guard'>, request: FastifyRequest): boolean {
  const row = endpointOf(request)
  const takesBody = Boolean(row?.body || row?.list || row?.upload || row?.raw)
  return !takesBody || (Boolean(row?.cookie) && guard.authenticatesByCookie(request))
}

export type RawBody<Row extends Endpoint> = Row extends { raw: true } ? Buffer : undefined

/**
 * Returns the bytes of a body that the endpoint reads itself; undefined for other endpoints.
 * @throws Refusal `request.invalid` for an empty body
 */
export function rawBodyOf<Row extends Endpoint>(row: Row, request: FastifyRequest): RawBody<Row> {
  const raw = row.raw && Buffer.isBuffer(request.body) ? request.body : undefined
  const isExpected = (found: Buffer | undefined): found is RawBody<Row> =>
    (found !== undefined) === (row.raw === true)
  if (isExpected(raw)) return raw
  throw malformed()
}
