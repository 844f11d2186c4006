import { changesSomething, type Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { toldTruly } from '../database/commit-outcome.ts'
import { isOutcomeUnknown } from '../database/database-failure.ts'
import type { BuiltEndpoint } from '../http/endpoint-of.ts'
import { partReader } from '../http/input/validate.ts'
import { inputReader } from '../http/read-input.ts'
import type { EarlyRow, EndpointBuilder, Handle, HandleEarly } from '../http/route.ts'
import { replySender } from '../http/send-reply.ts'
import { admit } from './admit.ts'
import { callOf } from './call.ts'
import { showLimits } from './limits.ts'
import { askProof } from './require-reauthentication.ts'

/** Builds endpoints with the guard of this app around their handlers. */
export function endpointBuilder(app: App): EndpointBuilder {
  return {
    build: (row, handle) => buildEndpoint(app, row, handle),
    buildEarly: (row, handle) => buildEarlyEndpoint(app, row, handle),
  }
}

/**
 * Builds what serves a row: admission, then the checks of its input and the fresh proof, the handler, and
 * the filter of its reply, in the order of docs/contract.md#forms.
 */
function buildEndpoint<Row extends Endpoint>(
  app: App,
  row: Row,
  handle: Handle<Row>,
): BuiltEndpoint {
  const readInput = inputReader(row)
  const send = replySender(row)
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(request)
    if (row.proof) await begunBefore(askProof(app, row, request, input.body))
    const result = await handle(callOf(app, row, { request, reply, input }))
    await showLimits(app, row, request, reply)
    return send(request, reply, result)
  }
  return {
    row,
    admit: (request, reply) => begunBefore(admit(app, row, request, reply)),
    answer: changesSomething(row)
      ? (request, reply) => toldTruly(() => answer(request, reply))
      : answer,
  }
}

/** Builds a row whose handler begins while its caller is being admitted; a refusal discards its result. */
function buildEarlyEndpoint<Row extends EarlyRow>(
  app: App,
  row: Row,
  handle: HandleEarly<Row>,
): BuiltEndpoint {
  const readQuery = partReader(row, 'query')
  const send = replySender(row)
  const begin = async ({ query }: FastifyRequest) => handle({ query: readQuery(query) })
  return {
    row,
    admit: async () => undefined,
    async answer(request, reply) {
      const result = begin(request)
      result.catch(() => undefined) // a refusal of the caller takes precedence
      await begunBefore(admit(app, row, request, reply))
      return send(request, reply, await result)
    },
  }
}

/** Makes a failure of admission one that changed nothing: the handler has not begun. */
function begunBefore(done: Promise<void>): Promise<void> {
  return done.catch((error) => {
    throw isOutcomeUnknown(error) ? error.cause : error
  })
}
