import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import type { Input } from '../http/read-input.ts'
import type { Answer } from '../http/send-reply.ts'
import type { Client } from '../platform/client.ts'
import type { Identity } from '../session/access-token.ts'
import { actorOf, bearerOf, identityOf } from './caller.ts'
import { clientOf } from './client-of.ts'
import { type MakeOnce, onceOf } from './once-of.ts'

/** What a handler gets: the validated input, who is calling, and from where. */
export type Call<Row extends Endpoint> = Input<Row> &
  Caller<Row> & {
    /** For rows that let anyone call: whom the Bearer token names, if it is valid. */
    bearer(): Promise<Identity | undefined>
    client: Client
    request: FastifyRequest
    reply: FastifyReply
  }

type Caller<Row extends Endpoint> = {
  /** Who is signed in; undefined where the row lets anyone call. */
  identity: Row['caller'] extends 'anyone' | 'launcher' | 'provider' ? undefined : Identity
  /** Who makes the change; undefined where the row lets anyone call. */
  by: Row['caller'] extends 'anyone' ? undefined : Actor
  /** Makes something once, however often it is asked for; for rows that say so. */
  once: Row extends { once: true } ? MakeOnce : undefined
}

export type Handle<Row extends Endpoint> = (call: Call<Row>) => Promise<Answer<Row>>

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
