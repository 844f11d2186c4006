import type { FastifyInstance } from 'fastify'
import { requestLog } from '../platform/log.ts'
import type { HttpDeps } from './deps.ts'
import { endpointOf } from './endpoint-of.ts'

const MAX_LOGGED_PATH_LENGTH = 256

export function recordRequests(app: HttpDeps, server: FastifyInstance): void {
  const write = requestLog(app.log)
  server.addHook('onRequest', (request, _reply, done) => {
    app.guard.inspect(request)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { id, method, url } = request
    const status = reply.statusCode
    const duration = reply.elapsedTime
    const route = endpointOf(request)?.path ?? (request.is404 ? 'none' : 'page')
    app.metrics.countRequest({ route, method, status, duration })
    write({
      request: id,
      method,
      path: pathOf(url).slice(0, MAX_LOGGED_PATH_LENGTH),
      status,
      ms: Math.round(duration),
      ...app.guard.describeCaller(request),
    })
    app.guard.afterResponse(request)
    done()
  })
}

export function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
