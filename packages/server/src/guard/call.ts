import { type Endpoint, usesApiKey } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import type { RunIdempotent } from '../audit/idempotency.ts'
import type { Input } from '../http/read-input.ts'
import type { Call, Caller } from '../http/route.ts'
import type { Identity } from '../players/identity.ts'
import { actorOf, bearerOf, identityOf } from './caller.ts'
import { clientOf } from './client.ts'
import { idempotencyOf } from './idempotency-of.ts'

export function callOf<Row extends Endpoint>(
  app: App,
  row: Row,
  { request, reply, input }: { request: FastifyRequest; reply: FastifyReply; input: Input<Row> },
): Call<Row> {
  const caller = {
    identity: identityOf(request),
    by: actorOf(request),
    idempotent: row.idempotent && idempotencyOf(row, request, input),
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
  idempotent: RunIdempotent | undefined
}

function isCallerOf<Row extends Endpoint>(row: Row, caller: AnyCaller): caller is Caller<Row> {
  const { identity, by, idempotent } = caller
  const isSignedIn = row.caller !== 'anyone' && !usesApiKey(row)
  return (
    (identity !== undefined) === isSignedIn &&
    (by !== undefined) === (row.caller !== 'anyone') &&
    (idempotent !== undefined) === (row.idempotent === true)
  )
}
