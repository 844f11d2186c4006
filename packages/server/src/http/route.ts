import type { ApiKeyCaller, Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import type { RunIdempotent } from '../audit/idempotency.ts'
import type { Client } from '../platform/network/client.ts'
import type { Identity } from '../players/identity.ts'
import type { BuiltEndpoint } from './endpoint-of.ts'
import type { Part } from './input/validate.ts'
import type { Input } from './read-input.ts'
import type { HandlerResult } from './send-reply.ts'

export type Call<Row extends Endpoint> = Input<Row> &
  Caller<Row> & {
    /**
     * Returns the identity in the bearer token, or undefined without a valid token. For endpoints that require no
     * sign-in.
     */
    bearer(): Promise<Identity | undefined>
    client: Client
    request: FastifyRequest
    reply: FastifyReply
  }

export type Caller<Row extends Endpoint> = {
  identity: Row['caller'] extends 'anyone' | ApiKeyCaller ? undefined : Identity
  by: Row['caller'] extends 'anyone' ? undefined : Actor
  /** Runs the change of the request once per `Idempotency-Key`; undefined for endpoints that do not support the key. */
  idempotent: Row extends { idempotent: true } ? RunIdempotent : undefined
}

export type Handle<Row extends Endpoint> = (call: Call<Row>) => Promise<HandlerResult<Row>>

export type SpeculativeEndpoint = Endpoint & { method: 'GET' } & {
  [Part in 'changes' | 'params' | 'cookie' | 'limits' | 'captcha' | 'reauthentication']?: undefined
}

export type HandleSpeculative<Row extends SpeculativeEndpoint> = (call: {
  query: Part<Row['query']>
}) => Promise<HandlerResult<Row>>

export type EndpointBuilder = {
  build<Row extends Endpoint>(row: Row, handle: Handle<Row>): BuiltEndpoint
  buildSpeculative<Row extends SpeculativeEndpoint>(
    row: Row,
    handle: HandleSpeculative<Row>,
  ): BuiltEndpoint
}

export type Route<Row extends Endpoint = Endpoint> = {
  row: Row
  build(builder: EndpointBuilder): BuiltEndpoint
}

export function route<const Row extends Endpoint>(row: Row, handle: Handle<Row>): Route<Row> {
  return { row, build: (builder) => builder.build(row, handle) }
}

/**
 * Makes a route whose handler starts while the caller is still being admitted, so that the statements of both share a
 * round trip.
 */
export function speculativeRoute<const Row extends SpeculativeEndpoint>(
  row: Row,
  handle: HandleSpeculative<Row>,
): Route<Row> {
  return { row, build: (builder) => builder.buildSpeculative(row, handle) }
}
