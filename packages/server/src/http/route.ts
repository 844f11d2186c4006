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
    /** Returns the identity of the bearer token if it is valid, for endpoints that require no sign-in. */
    bearer(): Promise<Identity | undefined>
    client: Client
    request: FastifyRequest
    reply: FastifyReply
  }

export type Caller<Row extends Endpoint> = {
  identity: Row['caller'] extends 'anyone' | ApiKeyCaller ? undefined : Identity
  by: Row['caller'] extends 'anyone' ? undefined : Actor
  /** Makes a change once per `Idempotency-Key`, for endpoints that support it. */
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

/** Starts the handler while the caller is being admitted, so that the statements of both share a round trip. */
export function speculativeRoute<const Row extends SpeculativeEndpoint>(
  row: Row,
  handle: HandleSpeculative<Row>,
): Route<Row> {
  return { row, build: (builder) => builder.buildSpeculative(row, handle) }
}
