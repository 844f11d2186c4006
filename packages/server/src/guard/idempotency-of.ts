import { type Endpoint, IDEMPOTENCY_KEY } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { type RunIdempotent, runIdempotent } from '../audit/idempotency.ts'
import type { Input } from '../http/read-input.ts'
import { Refusal } from '../platform/errors.ts'
import { actorOf } from './caller.ts'
import { addressOf } from './client.ts'

const pattern = new RegExp(IDEMPOTENCY_KEY)

/**
 * Reads the header `Idempotency-Key`. Returns a function that runs the change once for this key and caller; without the
 * header, a function that always runs the change.
 * @throws Refusal `request.invalid` for an invalid key
 */
export function idempotencyOf<Row extends Endpoint>(
  row: Row,
  request: FastifyRequest,
  input: Input<Row>,
): RunIdempotent {
  const key = request.headers['idempotency-key']
  if (key === undefined) return async (app, run, toResponse) => toResponse(await run(app), app.db)
  if (typeof key !== 'string' || !pattern.test(key)) {
    throw new Refusal('request.invalid', {
      fields: [{ field: 'Idempotency-Key', keyword: 'pattern' }],
    })
  }
  const by = actorOf(request)
  const idempotentRequest = {
    caller: by ? `caller ${by.actor}` : `address ${addressOf(request)}`,
    key,
    asked: [row.name, canonicalJson(input.params), canonicalJson(input.body), input.file ?? ''],
  }
  return (app, run, toResponse) => runIdempotent(app, idempotentRequest, run, toResponse)
}

function canonicalJson(fields: unknown): string {
  const entries = Object.entries(fields ?? {})
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
