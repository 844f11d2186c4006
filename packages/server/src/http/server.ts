import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { MINUTE } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { answerInTime } from './deadline.ts'
import type { Needs } from './deps.ts'
import type { BuiltEndpoint } from './endpoint-of.ts'
import { answerBrokenRequest } from './input/malformed-request.ts'
import { readJsonBodies } from './input/read-body.ts'
import { readUploads, UPLOAD_LIMIT } from './input/read-upload.ts'
import { methodsOf } from './methods.ts'
import { refuseElsewhere } from './not-found.ts'
import { readBuiltPages } from './pages/built-pages.ts'
import { addDocsPages, docsPages } from './pages/docs-page.ts'
import { addStaticPages, pageAnswerer, staticPages } from './pages/static-pages.ts'
import { speakDialects } from './protocol.ts'
import { recordRequests } from './record-requests.ts'
import { commonHeaders } from './reply/common-headers.ts'
import { allowOrigins } from './reply/cors.ts'
import { answerFailure, answerRefusal } from './send-error.ts'

const BODY_LIMIT = 64 * 1024

/** A request has to arrive whole within this time, or an unfinished upload would hold its socket. */
const ARRIVES_WITHIN = 2 * MINUTE

/** Builds the HTTP server with exactly these endpoints; it does not listen yet. */
export async function buildServer(
  app: Needs,
  endpoints: readonly BuiltEndpoint[],
): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false, // methodsOf names HEAD
    requestTimeout: ARRIVES_WITHIN,
    trustProxy: app.door.trustProxy,
    genReqId: requestIds(app),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // open connections are still served, and told that they will close
    routerOptions: { maxParamLength: 1024 },
    schemaController: { compilersFactory: ownSchemas },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => {
      reply.headers(commonHeaders(app)).header('X-Request-Id', request.id) // such a path reaches no route, so no hook runs
      return answerRefusal(app, new Refusal('request.notfound'), request, reply)
    },
  })
  readJsonBodies(app, server)
  readUploads(server)
  server.setErrorHandler((error, request, reply) => answerFailure(app, error, request, reply))
  server.setNotFoundHandler((request, reply) =>
    answerRefusal(app, new Refusal('request.notfound'), request, reply),
  )
  addCommonHeaders(app, server)
  answerInTime(app, server)
  recordRequests(app, server)
  speakDialects(app, server)
  await server.register(cookie)
  await allowOrigins(app, server)

  const built = readBuiltPages()
  const rows = endpoints.flatMap(({ row }) => pathsOf(row).map((path) => ({ ...row, path })))
  const served = [...rows, ...docsPages, ...staticPages(built)]
  refuseElsewhere(app, server, served, built && pageAnswerer(app, built))
  for (const endpoint of endpoints) addEndpoint(server, endpoint)
  addDocsPages(server)
  addStaticPages(app, server, built)
  return server
}

function addEndpoint(server: FastifyInstance, { row, admit, answer }: BuiltEndpoint): void {
  for (const url of pathsOf(row)) {
    server.route({
      method: methodsOf(row.method),
      url,
      config: { row },
      ...(row.upload && { bodyLimit: UPLOAD_LIMIT }),
      onRequest: admit,
      handler: answer,
    })
  }
}

/** Returns the path of an endpoint, and without the slash at its end, which callers leave out. */
function pathsOf({ path }: { path: string }): string[] {
  return path.length > 1 && path.endsWith('/') ? [path, path.slice(0, -1)] : [path]
}

function addCommonHeaders(app: Needs, server: FastifyInstance): void {
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

/** We check and whitelist rows ourselves, so Fastify's compilers (90 ms of the start) are not loaded. */
const ownSchemas = {
  buildValidator: () => unused,
  buildSerializer: () => unused,
}

function unused(): never {
  throw new Error('routes have no Fastify schemas')
}

/** Makes ids of the form `<run>-<number>`, which are cheap and unique across restarts and instances. */
function requestIds({ random }: Needs): () => string {
  const run = random.bytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${run}-${count.toString(36)}`
  }
}
