import { changesState } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { timeoutError } from '../database/database-failure.ts'
import type { HttpDeps } from './deps.ts'
import { endpointOf } from './endpoint-of.ts'
import { sendError } from './send-error.ts'

/** In seconds; every request is answered within ten (docs/contract.md#forms). */
const HANDLER_TIMEOUT = 9

declare module 'fastify' {
  interface FastifyRequest {
    deadline: NodeJS.Timeout | undefined
  }
}

/**
 * Answers a request whose handler takes too long; the handler keeps running and its result is discarded. The time
 * starts when the request has arrived in full.
 */
export function enforceDeadline(app: HttpDeps, server: FastifyInstance): void {
  server.decorateRequest('deadline', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    const row = endpointOf(request)
    if (!row?.slow) {
      const deadline = setTimeout(() => {
        if (reply.raw.destroyed) return // the client has disconnected
        // injected requests have no `complete`
        if (request.raw.complete === false) deadline.refresh()
        else {
          const error = timeoutError(row !== undefined && changesState(row))
          sendError(app, error, request, reply).catch((err: unknown) =>
            app.log.error({ err, request: request.id }, 'responding after the deadline failed'),
          )
        }
      }, HANDLER_TIMEOUT * app.timeScale.second)
      request.deadline = deadline.unref()
    }
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    clearTimeout(request.deadline)
    done(null, payload)
  })
  server.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.deadline) // the response was not sent
    done()
  })
}
