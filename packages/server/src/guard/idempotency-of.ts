import { type Endpoint, IDEMPOTENCY_KEY } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import { type MakeOnce, makeOnce } from '../audit/idempotency.ts'
import type { Input } from '../http/read-input.ts'
import { Refusal } from '../platform/errors.ts'
import { actorOf } from './caller.ts'
import { addressOf } from './client.ts'

const pattern = new RegExp(IDEMPOTENCY_KEY)

/**
 * Reads the `Idempotency-Key` of a request. A key belongs to its caller: of a player who is signed in
 * it is theirs, and otherwise that of one address.
 *
 * @throws Refusal `request.invalid` for what is no key.
 */
export function onceOf<Row extends Endpoint>(
  row: Row,
  request: FastifyRequest,
  input: Input<Row>,
): MakeOnce {
  const key = request.headers['idempotency-key']
  if (key === undefined) return async (app, make, keep) => keep(await make(app), app.db)
  if (typeof key !== 'string' || !pattern.test(key)) {
    throw new Refusal('request.invalid', {
      fields: [{ field: 'Idempotency-Key', keyword: 'pattern' }],
    })
  }
  const by = actorOf(request)
  const repeatable = {
    caller: by ? `caller ${by.actor}` : `address ${addressOf(request)}`,
    key,
    asked: [row.name, sorted(input.params), sorted(input.body), input.file ?? ''],
  }
  return (app, make, keep) => makeOnce(app, repeatable, make, keep)
}

/** Writes fields in one order, whatever order they came in. */
function sorted(fields: unknown): string {
  const entries = Object.entries(fields ?? {})
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
