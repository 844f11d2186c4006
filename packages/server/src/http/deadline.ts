import { changesSomething } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { overdue } from '../database/database-failure.ts'
import type { Needs } from './deps.ts'
import { rowOf } from './endpoint-of.ts'
import { answerFailure } from './send-error.ts'

/** In seconds, of the ten in which every request is answered (docs/contract.md#forms). */
const LONGEST = 9

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a row that may be slow. */
    deadline: NodeJS.Timeout | undefined
  }
}

/**
 * Answers 503 for a handler that takes too long, unless its row may be slow. What the handler does after
 * that is ignored. A request that is still arriving gets the whole time again.
 */
export function answerInTime(app: Needs, server: FastifyInstance): void {
  server.decorateRequest('deadline', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    const row = rowOf(request)
    if (!row?.slow) {
      const deadline = setTimeout(() => {
        // an injected request has no `complete`
        if (request.raw.complete === false) deadline.refresh()
        else {
          const error = overdue(row !== undefined && changesSomething(row))
          void answerFailure(app, error, request, reply)
        }
      }, LONGEST * app.pace.second)
      request.deadline = deadline.unref()
    }
    done()
  })
  server.addHook('onSend', (request, _reply, payload, done) => {
    clearTimeout(request.deadline)
    done(null, payload)
  })
  server.addHook('onResponse', (request, _reply, done) => {
    clearTimeout(request.deadline) // of an answer that was not sent
    done()
  })
}
