import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import type { MakeOnce } from '../audit/idempotency.ts'
import type { Client } from '../platform/network/client.ts'
import type { Identity } from '../players/identity.ts'
import type { BuiltEndpoint } from './endpoint-of.ts'
import type { Part } from './input/validate.ts'
import type { Input } from './read-input.ts'
import type { Answer } from './send-reply.ts'

/** What a handler gets: the validated input, the caller, and where the request comes from. */
export type Call<Row extends Endpoint> = Input<Row> &
  Caller<Row> & {
    /** For endpoints that anyone may call: whom the bearer token names, if it is valid. */
    bearer(): Promise<Identity | undefined>
    client: Client
    request: FastifyRequest
    reply: FastifyReply
  }

export type Caller<Row extends Endpoint> = {
  /** The signed-in player; undefined where anyone may call. */
  identity: Row['caller'] extends 'anyone' | 'launcher' | 'provider' ? undefined : Identity
  /** The actor of a change; undefined where anyone may call. */
  by: Row['caller'] extends 'anyone' ? undefined : Actor
  /** Makes something once per `Idempotency-Key`, for endpoints that support it. */
  once: Row extends { once: true } ? MakeOnce : undefined
}

export type Handle<Row extends Endpoint> = (call: Call<Row>) => Promise<Answer<Row>>

/** An endpoint that only reads, and takes nothing but a query. */
export type EarlyRow = Endpoint & { method: 'GET' } & {
  [Part in 'changes' | 'params' | 'cookie' | 'limits' | 'captcha' | 'proof']?: undefined
}

export type HandleEarly<Row extends EarlyRow> = (call: {
  query: Part<Row['query']>
}) => Promise<Answer<Row>>

/** Puts admission and the checks of the contract around a handler. */
export type EndpointBuilder = {
  build<Row extends Endpoint>(row: Row, handle: Handle<Row>): BuiltEndpoint
  buildEarly<Row extends EarlyRow>(row: Row, handle: HandleEarly<Row>): BuiltEndpoint
}

/** An endpoint of the contract joined to its handler. */
export type Route = { row: Endpoint; build(builder: EndpointBuilder): BuiltEndpoint }

/** Joins an endpoint of the contract to its handler; their types must agree. */
export function route<const Row extends Endpoint>(row: Row, handle: Handle<Row>): Route {
  return { row, build: (builder) => builder.build(row, handle) }
}

/**
 * Joins an endpoint to a handler that only reads and does not depend on the caller. The handler begins while
 * the caller is being admitted, so that the statements of both share a round trip.
 */
export function earlyRoute<const Row extends EarlyRow>(row: Row, handle: HandleEarly<Row>): Route {
  return { row, build: (builder) => builder.buildEarly(row, handle) }
}
