import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import type { ErrorCode } from '@portal/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { MINUTE } from '../platform/clock.ts'
import { requestLog } from '../platform/log.ts'
import { answerFailure, answerRefusal } from './answer-failure.ts'
import { readBuiltPages } from './built-pages.ts'
import { answerConditionally } from './conditional.ts'
import { addDocsPages, docsPages } from './docs-page.ts'
import type { Needs } from './needs.ts'
import { isBodyIgnored, readJsonBodies } from './read-body.ts'
import { fileOf, readUploads, UPLOAD_LIMIT } from './read-upload.ts'
import { refuseElsewhere } from './refuse-elsewhere.ts'
import { type Route, rowOf } from './row-of.ts'
import { addStaticPages, pageAnswerer, staticPages } from './static-pages.ts'
import { namedFields, validator, withoutNulls } from './validate.ts'
import { whitelist } from './whitelist.ts'
import { packedOnce, writtenOnce } from './written-once.ts'

const BODY_LIMIT = 64 * 1024

/** A request has to arrive whole within this time, or an unfinished upload would hold its socket. */
const ARRIVES_WITHIN = 2 * MINUTE
const LONGEST_LOGGED_PATH = 256

/** Builds the HTTP server with exactly these routes; it does not listen yet. */
export async function buildServer(app: Needs, routes: readonly Route[]): Promise<FastifyInstance> {
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVES_WITHIN,
    trustProxy: app.door.trustProxy,
    genReqId: requestIds(app),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // open connections are still served, and told that they will close
    routerOptions: { maxParamLength: 1024 },
    schemaController: { compilersFactory: ownSchemas },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, request, reply) => {
      setCommonHeaders(app, request, reply) // such a path reaches no route, so no hook runs
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
  recordRequests(app, server)
  await server.register(cookie)
  await allowOrigins(app, server)

  const built = readBuiltPages()
  const served = [...routes.map(({ row }) => row), ...docsPages, ...staticPages(built)]
  refuseElsewhere(app, server, served, built && pageAnswerer(app, built))
  for (const route of routes) addRoute(app, server, route)
  addDocsPages(server)
  addStaticPages(app, server, built)
  return server
}

function addRoute(app: Needs, server: FastifyInstance, { row, handle }: Route): void {
  // In a PATCH a null asks to empty a field: the schema refuses it where the field cannot be empty.
  const readBody = row.body && row.method !== 'PATCH' ? withoutNulls(row.body) : asItIs
  const checkBody = row.body && validator(row.body)
  const checkQuery = row.query && validator(row.query)
  const checkParams = row.params && validator(row.params)
  const [bodyFields, queryFields] = [namedFields(row.body), namedFields(row.query)]
  const pick = row.produces ? asItIs : whitelist(row.reply)
  server.route({
    method: row.method,
    url: row.path,
    config: { row },
    ...(row.upload && { bodyLimit: UPLOAD_LIMIT }),
    onRequest: (request, reply) => app.door.admit(row, request, reply),
    handler: async (request, reply) => {
      checkParams?.(request.params)
      checkQuery?.(request.query)
      const file = row.upload && fileOf(request)
      const hasBody = request.body !== undefined || !row.bodyOptional
      const body = readBody(request.body)
      if (hasBody && !isBodyIgnored(app, request)) checkBody?.(body ?? null)

      const result = await handle({
        ...app.door.introduce(request),
        body: bodyFields(body),
        file,
        query: queryFields(request.query),
        params: request.params,
        request,
        reply,
      } as never) // each part was checked against the row just above
      await app.door.beforeAnswer(row, request, reply)
      reply.code(row.status)
      if (row.produces && !reply.hasHeader('content-type')) reply.type(typeOf(row.produces))
      if (row.kept) reply.header('Cache-Control', 'no-cache')
      if (row.status === 204) return reply.send()
      const bytes = writtenOnce(result, pick)
      if (bytes) {
        reply.type('application/json; charset=utf-8')
        const small = acceptsGzip(request) ? packedOnce(bytes) : undefined
        return small ? reply.header('Content-Encoding', 'gzip').send(small) : reply.send(bytes)
      }
      return row.conditional ? answerConditionally(request, reply, pick(result)) : pick(result)
    },
  })
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
}

/** Names the encoding of what is text, so that no browser guesses it. */
function typeOf(produces: string): string {
  const isText = !/^(image\/|application\/octet-stream$)/.test(produces)
  return isText ? `${produces}; charset=utf-8` : produces
}

/** Passes on a reply that is not JSON: its handler made the bytes. */
function asItIs(bytes: unknown): unknown {
  return bytes
}

function addCommonHeaders(app: Needs, server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(app, request, reply)
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isStopping()) reply.header('Connection', 'close')
    done(null, payload)
  })
}

const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

function setCommonHeaders({ config }: Needs, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(COMMON_HEADERS).header('X-Request-Id', request.id)
  if (config.publicUrl.startsWith('https:')) {
    reply.header('Strict-Transport-Security', 'max-age=31536000')
  }
}

/** Shows each request to the door, logs its answer and counts it for `/metrics` by its row's path. */
function recordRequests(app: Needs, server: FastifyInstance): void {
  const write = requestLog(app.log)
  server.addHook('onRequest', (request, _reply, done) => {
    app.door.notice(request)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const duration = reply.elapsedTime
    app.metrics.countRequest({
      route: rowOf(request)?.path ?? (request.is404 ? 'none' : 'page'),
      method: request.method,
      status: reply.statusCode,
      duration,
    })
    write({
      request: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0]?.slice(0, LONGEST_LOGGED_PATH),
      status: reply.statusCode,
      ms: Math.round(duration),
      ...app.door.whose(request),
    })
    app.door.afterAnswer(request)
    done()
  })
}

/** Lets pages of other sites call when the owner names them in CORS_ORIGINS. */
async function allowOrigins({ config }: Needs, server: FastifyInstance): Promise<void> {
  if (config.corsOrigins.length === 0) return
  const { default: cors } = await import('@fastify/cors')
  await server.register(cors, {
    origin: config.corsOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Captcha', 'Content-Type', 'X-CSRF-Token'],
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
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

type BrokenRequest = { status: string; error: ErrorCode; message: string }

const notHttp: BrokenRequest = {
  status: '400 Bad Request',
  error: 'request.invalid',
  message: 'This is not valid HTTP.',
}

/** Requests that Node could not parse, by Node's error code. */
const brokenRequests: Record<string, BrokenRequest> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'request.toolarge',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'request.invalid',
    message: 'The request took too long to arrive.',
  },
}

/** Answers on the bare socket, because what Node cannot parse never becomes a request. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, ...body } = brokenRequests[error.code ?? ''] ?? notHttp
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
