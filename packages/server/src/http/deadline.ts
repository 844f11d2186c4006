import { changesState } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { timeoutError } from '../database/database-failure.ts'
import type { HttpDeps } from './deps.ts'
import { endpointOf } from './endpoint-of.ts'
import { sendError } from './send-error.ts'

/**
 * How long a handler may take, in seconds. Every request gets a response within ten seconds (docs/contract.md#forms).
 */
const HANDLER_TIMEOUT = 9

declare module 'fastify' {
  interface FastifyRequest {
    deadline: NodeJS.Timeout | undefined
  }
}

/**
 * Sends an error if a handler takes longer than nine seconds after the request has arrived in full. The handler keeps
 * running, and its result is discarded. Endpoints that are marked as slow have no limit.
 */
export function enforceDeadline(app: HttpDeps, server: FastifyInstance): void {
  server.decorateRequest('deadline', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    const row = endpointOf(request)
    if (!row?.slow) {
      const deadline = setTimeout(() => {
        if (reply.raw.destroyed) return // the client has disconnected
        // requests that tests inject have no `complete`
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
    clearTimeout(request.deadline) // in case the response was never sent
    done()
  })
}
