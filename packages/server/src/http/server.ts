import cookie from '@fastify/cookie'
import { changesSomething } from '@portal/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { MINUTE } from '../platform/clock.ts'
import { isOutcomeUnknown, overdue } from '../platform/database/database-failure.ts'
import { toldTruly } from '../platform/database/outcome.ts'
import { answerFailure, answerRefusal } from './answer-failure.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { readBuiltPages } from './built-pages.ts'
import { commonHeaders } from './common-headers.ts'
import { answerConditionally } from './conditional.ts'
import { allowOrigins } from './cors.ts'
import { type Deadline, type Deadlines, watchDeadlines } from './deadline.ts'
import { speakDialects } from './dialect.ts'
import { addDocsPages, docsPages } from './docs-page.ts'
import { JSON_TYPE, type JsonReply, jsonReply } from './json-reply.ts'
import { methodsOf } from './methods-of.ts'
import type { Needs } from './needs.ts'
import { isBodyIgnored, readJsonBodies } from './read-body.ts'
import { fileOf, readUploads, UPLOAD_LIMIT } from './read-upload.ts'
import { answerRecorder } from './record-answers.ts'
import { refuseElsewhere } from './refuse-elsewhere.ts'
import { type Route, rowOf } from './row-of.ts'
import { answerHotRoutes, throwHotFailure } from './short-way.ts'
import { addStaticPages, pageAnswerer, staticPages } from './static-pages.ts'
import { namedFields, validator, withoutNullBytes, withoutNulls } from './validate.ts'
import { whitelist } from './whitelist.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a row that may be slow. */
    deadline: Deadline | undefined
  }
}

const BODY_LIMIT = 64 * 1024

/** A request has to arrive whole within this time, or an unfinished upload would hold its socket. */
const ARRIVES_WITHIN = 2 * MINUTE

/** Builds the HTTP server with exactly these routes; it does not listen yet. */
export async function buildServer(app: Needs, routes: readonly Route[]): Promise<FastifyInstance> {
  const nextId = requestIds(app)
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false, // methodsOf names HEAD
    requestTimeout: ARRIVES_WITHIN,
    trustProxy: app.door.trustProxy,
    genReqId: nextId,
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
  const deadlines = watchDeadlines(app.pace)
  server.addHook('onClose', async () => deadlines.stop())
  addCommonHeaders(app, server)
  answerInTime(app, server, deadlines)
  recordRequests(app, server)
  speakDialects(app, server)
  await server.register(cookie)
  await allowOrigins(app, server)

  const built = readBuiltPages()
  const served = [...routes.map(({ row }) => row), ...docsPages, ...staticPages(built)]
  refuseElsewhere(app, server, served, built && pageAnswerer(app, built))
  for (const route of routes) addRoute(app, server, route)
  addDocsPages(server)
  addStaticPages(app, server, built)
  server.server.removeAllListeners('request')
  server.server.on(
    'request',
    answerHotRoutes(app, routes, { nextId, elsewhere: server.routing, deadlines }),
  )
  return server
}

function addRoute(app: Needs, server: FastifyInstance, { row, handle, isHot }: Route): void {
  // In a PATCH a null asks to empty a field: the schema refuses it where the field cannot be empty.
  const readBody = row.body && row.method !== 'PATCH' ? withoutNulls(row.body) : asItIs
  const taken = row.body ?? row.list
  const checkBody = taken && validator(taken)
  const checkQuery = row.query && validator(row.query)
  const checkParams = row.params && validator(row.params)
  const [bodyFields, queryFields] = [namedFields(row.body), namedFields(row.query)]
  const written = { pick: whitelist(row.reply), conditional: row.conditional }
  server.route({
    method: methodsOf(row.method),
    url: row.path,
    config: { row },
    ...(row.upload && { bodyLimit: UPLOAD_LIMIT }),
    onRequest: async (request, reply) => {
      if (isHot) throwHotFailure(request)
      await begunBefore(app.door.admit(row, request, reply))
    },
    handler: (request, reply) =>
      changesSomething(row) ? toldTruly(() => answer(request, reply)) : answer(request, reply),
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const params = withoutNullBytes(request.params)
    checkParams?.(params)
    checkQuery?.(request.query)
    const file = row.upload && fileOf(request)
    const hasBody = request.body !== undefined || !row.bodyOptional
    const body = readBody(request.body)
    if (hasBody && !isBodyIgnored(app, request)) checkBody?.(body ?? null)

    const asked = { params, body: bodyFields(body), file }
    if (row.proof) await begunBefore(app.door.askProof(row, request, asked))
    const result = await handle({
      ...app.door.introduce(row, request, asked),
      ...asked,
      query: queryFields(request.query),
      request,
      reply,
    } as never) // each part was checked against the row just above
    await app.door.beforeAnswer(row, request, reply)
    reply.code(row.status)
    if (row.produces && !reply.hasHeader('content-type')) reply.type(typeOf(row.produces))
    if (row.kept) reply.header('Cache-Control', 'no-cache')
    if (row.status === 204 || (row.orNothing && result === null)) return reply.code(204).send()
    if (!row.produces) return sendJson(reply, jsonReply(request, result, written))
    return row.conditional ? answerConditionally(request, reply, result) : result
  }
}

/** What the door does comes before anything that was asked for: if it fails, nothing of that has begun. */
function begunBefore(done: Promise<void>): Promise<void> {
  return done.catch((error) => {
    throw isOutcomeUnknown(error) ? error.cause : error
  })
}

function sendJson(reply: FastifyReply, made: JsonReply): FastifyReply {
  if (made.isPacked) reply.header('Content-Encoding', 'gzip')
  if (made.tag !== undefined) reply.header('ETag', made.tag)
  return made.isKnown ? reply.code(304).send() : reply.type(JSON_TYPE).send(made.content)
}

/** Names the encoding of what is text, so that no browser guesses it. */
function typeOf(produces: string): string {
  const isText = !/^(image\/|application\/(octet-stream|zip)$)/.test(produces)
  return isText ? `${produces}; charset=utf-8` : produces
}

/** Passes on a body whose nulls mean something. */
function asItIs(body: unknown): unknown {
  return body
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

/** Answers 503 for a handler that takes too long, unless its row may. */
function answerInTime(app: Needs, server: FastifyInstance, deadlines: Deadlines): void {
  server.decorateRequest('deadline', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    const row = rowOf(request)
    if (!row?.slow) {
      request.deadline = deadlines.begin(request.raw, performance.now(), () => {
        void answerFailure(app, overdue(row !== undefined && changesSomething(row)), request, reply)
      })
    }
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    if (request.deadline) deadlines.end(request.deadline)
    done(null, payload)
  })
  server.addHook('onResponse', (request, _reply, done) => {
    if (request.deadline) deadlines.end(request.deadline) // if it was answered without being sent
    done()
  })
}

/** Shows each request to the door, logs its answer and counts it for `/metrics` by its row's path. */
function recordRequests(app: Needs, server: FastifyInstance): void {
  const record = answerRecorder(app)
  server.addHook('onRequest', (request, _reply, done) => {
    app.door.notice(request)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    record({
      request,
      id: request.id,
      method: request.method,
      url: request.url,
      route: rowOf(request)?.path ?? (request.is404 ? 'none' : 'page'),
      status: reply.statusCode,
      duration: reply.elapsedTime,
    })
    done()
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
