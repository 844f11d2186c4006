import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import type { MakeOnce } from '../audit/idempotency.ts'
import type { Input } from '../http/read-input.ts'
import type { Call, Caller } from '../http/route.ts'
import type { Identity } from '../players/identity.ts'
import { actorOf, bearerOf, identityOf } from './caller.ts'
import { clientOf } from './client.ts'
import { onceOf } from './idempotency-of.ts'

/** Makes what a handler gets, of a request that was admitted and its checked input. */
export function callOf<Row extends Endpoint>(
  app: App,
  row: Row,
  { request, reply, input }: { request: FastifyRequest; reply: FastifyReply; input: Input<Row> },
): Call<Row> {
  const caller = {
    identity: identityOf(request),
    by: actorOf(request),
    once: row.once && onceOf(row, request, input),
  }
  if (!isCallerOf(row, caller)) throw new Error(`${row.name}: the caller was not admitted`)
  return {
    ...input,
    ...caller,
    bearer: () => bearerOf(app, request),
    client: clientOf(request),
    request,
    reply,
  }
}

type AnyCaller = {
  identity: Identity | undefined
  by: Actor | undefined
  once: MakeOnce | undefined
}

/** Whether all is there that the row promises: what its type says depends on its `caller` and `once`. */
function isCallerOf<Row extends Endpoint>(row: Row, caller: AnyCaller): caller is Caller<Row> {
  const { identity, by, once } = caller
  const isSignedIn = !['anyone', 'launcher', 'provider'].includes(row.caller)
  return (
    (identity !== undefined) === isSignedIn &&
    (by !== undefined) === (row.caller !== 'anyone') &&
    (once !== undefined) === (row.once === true)
  )
}
