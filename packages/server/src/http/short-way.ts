import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import proxyAddr from '@fastify/proxy-addr'
import { overdue } from '../platform/database/database-failure.ts'
import type { Asked } from './asked.ts'
import { commonHeaders } from './common-headers.ts'
import { originHeaders } from './cors.ts'
import type { Deadlines } from './deadline.ts'
import { JSON_TYPE, jsonReply } from './json-reply.ts'
import type { Needs } from './needs.ts'
import { answerRecorder, pathOf } from './record-answers.ts'
import type { Route } from './row-of.ts'
import { namedFields, validator } from './validate.ts'
import { whitelist } from './whitelist.ts'

/** Node's parser would stop after a thousand fields, and Fastify's does not. */
const ALL_FIELDS = { maxKeys: 0 }

/** Why a hot route did not answer a request, which Fastify answers then. */
const failures = new WeakMap<IncomingMessage, { error: unknown }>()

/**
 * Answers hot routes on Node's own request and response, because what Fastify does around a handler
 * costs more than these handlers do (docs/performance.md#choices-that-were-measured). This way knows
 * only plain requests that succeed. Every other request goes `elsewhere`, to Fastify, which has the
 * same routes; what was refused here is refused there, for the same reason.
 */
export function answerHotRoutes(
  app: Needs,
  routes: readonly Route[],
  {
    nextId,
    elsewhere,
    deadlines,
  }: { nextId: () => string; elsewhere: RequestListener; deadlines: Deadlines },
): RequestListener {
  const record = answerRecorder(app)
  const hot = new Map(
    routes
      .filter(({ isHot }) => isHot)
      .map((route) => [`${route.row.method} ${route.row.path}`, hotAnswer(app, route)]),
  )

  return (raw, response) => {
    const { method = '', url = '' } = raw
    const path = pathOf(url)
    const answer = hot.get(`${method} ${path}`)
    if (!answer || !isPlain(raw) || app.isStopping()) return elsewhere(raw, response)

    const startedAt = performance.now()
    const request = askedOf(raw, app.door.trustProxy)
    app.door.notice(request)
    const id = nextId()
    const fail = (error: unknown): void => {
      if (failures.has(raw)) return // it was too late, and has been answered
      deadlines.end(deadline)
      failures.set(raw, { error })
      elsewhere(raw, response)
    }
    const deadline = deadlines.begin(raw, startedAt, () => fail(overdue(false)))
    answer({ request, query: url.slice(path.length + 1), response, id }).then(() => {
      if (failures.has(raw)) return
      deadlines.end(deadline)
      const duration = performance.now() - startedAt
      record({ request, id, method, url, route: path, status: response.statusCode, duration })
    }, fail)
  }
}

/** @throws what kept the hot route from answering this request, if it was tried. */
export function throwHotFailure({ raw }: Asked): void {
  const failure = failures.get(raw)
  if (failure) throw failure.error
}

/** Whether a request has no body and does not come from another site's page. */
function isPlain({ headers }: IncomingMessage): boolean {
  return (
    headers.origin === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] === undefined || headers['content-length'] === '0')
  )
}

function askedOf(raw: IncomingMessage, trust: Needs['door']['trustProxy']): Asked {
  const { headers, socket } = raw
  if (!trust || headers['x-forwarded-for'] === undefined) {
    return { raw, headers, ip: socket.remoteAddress ?? '' }
  }
  const ips = proxyAddr.all(raw, trust)
  return { raw, headers, ips, ip: ips.at(-1) ?? '' }
}

type Exchange = { request: Asked; query: string; response: ServerResponse; id: string }

/** Answers a request with what its route returns. Nothing is sent if that fails. */
function hotAnswer(
  app: Needs,
  { row, handle, isEarly }: Route,
): (exchange: Exchange) => Promise<void> {
  const checkQuery = row.query && validator(row.query)
  const fieldsOf = namedFields(row.query)
  const written = { pick: whitelist(row.reply), conditional: row.conditional }
  const constant = Object.entries({ ...commonHeaders(app), ...originHeaders(app) }).flat()
  const ofJson = [...constant, 'Content-Type', JSON_TYPE]

  const ask = async ({ request, query }: Exchange): Promise<unknown> => {
    const asked = parse(query, '&', '=', ALL_FIELDS)
    checkQuery?.(asked)
    return handle({
      ...app.door.introduceCaller(request),
      query: fieldsOf(asked),
    } as never) // the query was checked against the row just above
  }

  return async (exchange) => {
    const { request, response, id } = exchange
    const admitted = app.door.admitCaller(row, request)
    const early = isEarly && ask(exchange)
    if (early) early.catch(() => undefined) // what the door says comes first
    await admitted
    const result = await (early || ask(exchange))

    if (failures.has(request.raw)) return
    const { content, isPacked, tag, isKnown } = jsonReply(request, result, written)
    const headers = isKnown ? constant.slice() : ofJson.slice()
    headers.push('X-Request-Id', id)
    if (isPacked) headers.push('Content-Encoding', 'gzip')
    if (tag !== undefined) headers.push('ETag', tag)
    if (isKnown) {
      response.writeHead(304, headers).end()
      return
    }
    headers.push('Content-Length', String(Buffer.byteLength(content)))
    response.writeHead(row.status, headers).end(content)
  }
}
