import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { MINUTE } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { enforceDeadline } from './deadline.ts'
import type { HttpDeps } from './deps.ts'
import type { BuiltEndpoint } from './endpoint-of.ts'
import { rejectMalformedRequest } from './input/malformed-request.ts'
import { readJsonBodies } from './input/read-body.ts'
import { readUploads, UPLOAD_LIMIT } from './input/read-upload.ts'
import { methodsOf } from './methods.ts'
import { addMounts, type Mount } from './mount.ts'
import { handleUnknownRoutes } from './not-found.ts'
import { readBuiltPages } from './pages/built-pages.ts'
import { addDocsPages, docsPages } from './pages/docs/docs-page.ts'
import { addStaticPages, pageSender, staticPages } from './pages/static-pages.ts'
import { applyProtocolHeaders } from './protocol.ts'
import { recordRequests } from './record-requests.ts'
import { commonHeaders } from './reply/common-headers.ts'
import { allowOrigins } from './reply/cors.ts'
import { sendError, sendRefusal } from './send-error.ts'

const BODY_LIMIT = 64 * 1024
/** The largest raw body, in bytes: a callback of a shop, which lists every product of a payment. */
const RAW_LIMIT = 512 * 1024

/** How long a whole request may take to arrive. Without a limit, an unfinished upload would hold its socket. */
const REQUEST_TIMEOUT = 2 * MINUTE

export async function buildServer(
  app: HttpDeps,
  endpoints: readonly BuiltEndpoint[],
  mounts: readonly Mount[] = [],
): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false, // methodsOf adds HEAD
    requestTimeout: REQUEST_TIMEOUT,
    trustProxy: app.guard.trustProxy,
    genReqId: requestIds(app),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // while the server closes, open connections are still served, with `Connection: close`
    routerOptions: { maxParamLength: 1024 },
    schemaController: { compilersFactory: ownSchemas },
    clientErrorHandler: rejectMalformedRequest,
    frameworkErrors: (_error, request, reply) => {
      reply.headers(commonHeaders(app)).header('X-Request-Id', request.id) // no hook runs for a path without a route
      return sendRefusal(app, new Refusal('request.notfound'), request, reply)
    },
  })
  readJsonBodies(app, server)
  readUploads(server)
  server.setErrorHandler((error, request, reply) => sendError(app, error, request, reply))
  server.setNotFoundHandler((request, reply) =>
    sendRefusal(app, new Refusal('request.notfound'), request, reply),
  )
  addCommonHeaders(app, server)
  enforceDeadline(app, server)
  recordRequests(app, server)
  applyProtocolHeaders(app, server)
  await server.register(cookie)
  await allowOrigins(app, server)

  const built = readBuiltPages()
  const rows = endpoints.flatMap(({ row }) => pathsOf(row).map((path) => ({ ...row, path })))
  const served = [...rows, ...docsPages, ...staticPages(built)]
  handleUnknownRoutes(app, server, served, built && pageSender(app, built))
  for (const endpoint of endpoints) addEndpoint(server, endpoint)
  addMounts(app, server, mounts)
  addDocsPages(app, server)
  addStaticPages(app, server, built)
  return server
}

function addEndpoint(server: FastifyInstance, { row, admit, respond }: BuiltEndpoint): void {
  for (const url of pathsOf(row)) {
    server.route({
      method: methodsOf(row.method),
      url,
      config: { row },
      ...(row.upload && { bodyLimit: UPLOAD_LIMIT }),
      ...(row.raw && { bodyLimit: RAW_LIMIT }),
      onRequest: admit,
      handler: respond,
    })
  }
}

/**
 * Returns the path of an endpoint. If the path ends with a slash, also returns it without the slash, because callers
 * send both forms.
 */
function pathsOf({ path }: { path: string }): string[] {
  return path.length > 1 && path.endsWith('/') ? [path, path.slice(0, -1)] : [path]
}

function addCommonHeaders(app: HttpDeps, server: FastifyInstance): void {
  const headersOfAll = commonHeaders(app)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOfAll).header('X-Request-Id', request.id)
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isStopping()) reply.header('Connection', 'close')
    done(null, payload)
  })
}

/** Replaces Fastify's schema compilers, which would take 90 ms of the start. The site validates input itself. */
const ownSchemas = {
  buildValidator: () => unused,
  buildSerializer: () => unused,
}

function unused(): never {
  throw new Error('routes have no Fastify schemas')
}

/**
 * Returns a function that makes request IDs of the form `<run>-<number>`. They are cheap, and unique across restarts
 * and instances.
 */
function requestIds({ random }: HttpDeps): () => string {
  const run = random.bytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${run}-${count.toString(36)}`
  }
}
