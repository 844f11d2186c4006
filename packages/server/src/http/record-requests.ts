import type { FastifyInstance } from 'fastify'
import { requestLog } from '../platform/log.ts'
import type { Needs } from './deps.ts'
import { rowOf } from './endpoint-of.ts'

const LONGEST_LOGGED_PATH = 256

/** Shows each request to the door, logs its answer and counts it for `/metrics` by its row's path. */
export function recordRequests(app: Needs, server: FastifyInstance): void {
  const write = requestLog(app.log)
  server.addHook('onRequest', (request, _reply, done) => {
    app.door.notice(request)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { id, method, url } = request
    const status = reply.statusCode
    const duration = reply.elapsedTime
    const route = rowOf(request)?.path ?? (request.is404 ? 'none' : 'page')
    app.metrics.countRequest({ route, method, status, duration })
    write({
      request: id,
      method,
      path: pathOf(url).slice(0, LONGEST_LOGGED_PATH),
      status,
      ms: Math.round(duration),
      ...app.door.whose(request),
    })
    app.door.afterAnswer(request)
    done()
  })
}

/** The part of an address before its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
