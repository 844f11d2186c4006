import { changesState, type Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { withOutcomeTracking } from '../database/commit-outcome.ts'
import { isOutcomeUnknown } from '../database/database-failure.ts'
import type { BuiltEndpoint } from '../http/endpoint-of.ts'
import { partReader } from '../http/input/validate.ts'
import { inputReader } from '../http/read-input.ts'
import type {
  EndpointBuilder,
  Handle,
  HandleSpeculative,
  SpeculativeEndpoint,
} from '../http/route.ts'
import { replySender } from '../http/send-reply.ts'
import { admit } from './admit.ts'
import { callOf } from './call.ts'
import { refreshRateLimitFields } from './limits.ts'
import { requireReauthentication } from './require-reauthentication.ts'

export function endpointBuilder(app: App): EndpointBuilder {
  return {
    build: (row, handle) => buildEndpoint(app, row, handle),
    buildSpeculative: (row, handle) => buildSpeculativeEndpoint(app, row, handle),
  }
}

/** Combines the stages of a request, which run in the order of docs/contract.md#forms. */
function buildEndpoint<Row extends Endpoint>(
  app: App,
  row: Row,
  handle: Handle<Row>,
): BuiltEndpoint {
  const readInput = inputReader(row)
  const send = replySender(row)
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const input = readInput(request)
    if (row.reauthentication)
      await beforeHandler(requireReauthentication(app, row, request, input.body))
    const result = await handle(callOf(app, row, { request, reply, input }))
    await refreshRateLimitFields(app, row, request, reply)
    return send(request, reply, result)
  }
  return {
    row,
    admit: (request, reply) => beforeHandler(admit(app, row, request, reply)),
    respond: changesState(row)
      ? (request, reply) => withOutcomeTracking(() => respond(request, reply))
      : respond,
  }
}

function buildSpeculativeEndpoint<Row extends SpeculativeEndpoint>(
  app: App,
  row: Row,
  handle: HandleSpeculative<Row>,
): BuiltEndpoint {
  const readQuery = partReader(row, 'query')
  const send = replySender(row)
  const begin = async ({ query }: FastifyRequest) => handle({ query: readQuery(query) })
  return {
    row,
    admit: async () => undefined,
    async respond(request, reply) {
      const result = begin(request)
      result.catch(() => undefined) // a refusal of the admission takes precedence
      await beforeHandler(admit(app, row, request, reply))
      return send(request, reply, await result)
    },
  }
}

/**
 * Replaces the error of an unknown outcome by its cause, an ordinary outage: the handler has not begun, so no change
 * can have been made.
 */
function beforeHandler(admission: Promise<void>): Promise<void> {
  return admission.catch((error) => {
    throw isOutcomeUnknown(error) ? error.cause : error
  })
}
