import type { Endpoint } from '@portal/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Actor } from '../audit/actor.ts'
import type { Route } from '../http/row-of.ts'
import type { Client } from '../platform/client.ts'
import type { Identity } from '../session/access-token.ts'
import type { MakeOnce } from './once-of.ts'

export type { Route }

type Input<Schema> = Schema extends TSchema ? Static<Schema> : undefined
type Body<Row extends Endpoint> = Row extends { list: TSchema }
  ? Input<Row['list']>
  : Row extends { bodyOptional: true }
    ? Input<Row['body']> | undefined
    : Input<Row['body']>
type Answer<Row extends Endpoint> =
  | Static<Row['reply']>
  | (Row extends { orNothing: true } ? null : never)

/** What a handler gets: the validated input, who is calling, and from where. */
export type Call<Row extends Endpoint> = {
  body: Body<Row>
  /** The uploaded file. */
  file: Row extends { upload: true } ? Buffer : undefined
  query: Input<Row['query']>
  params: Input<Row['params']>
  /** Who is signed in; undefined where the row lets anyone call. */
  identity: Row['caller'] extends 'anyone' | 'launcher' | 'provider' ? undefined : Identity
  /** For rows that let anyone call: whom the Bearer token names, if it is valid. */
  bearer(): Promise<Identity | undefined>
  /** Who makes the change; undefined where the row lets anyone call. */
  by: Row['caller'] extends 'anyone' ? undefined : Actor
  client: Client
  /** Makes something once, however often it is asked for; for rows that say so. */
  once: Row extends { once: true } ? MakeOnce : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler of a hot route gets: neither the request nor the answer itself. */
type HotCall<Row extends Endpoint> = Pick<Call<Row>, 'query' | 'identity' | 'by'>

/** Joins a row of the contract to the function that answers it; the types must agree. */
export function route<const Row extends Endpoint>(
  row: Row,
  handle: (call: Call<Row>) => Promise<Answer<Row>>,
): Route {
  return { row, handle }
}

/**
 * Joins a row that is asked very often to its function (http/short-way.ts). Such a row has a caller and
 * perhaps a query, but no parameters, body, cookie, captcha or limits.
 */
export function hotRoute<const Row extends HotRow>(
  row: Row,
  handle: (call: HotCall<Row>) => Promise<Static<Row['reply']>>,
): Route {
  return { row, handle, isHot: true }
}

/**
 * Does the same for a function that changes nothing and does not ask who calls. It begins while the door
 * looks at the caller, so that the statements of both leave together; if the door refuses, its result is
 * thrown away.
 */
export function earlyRoute<const Row extends HotRow>(
  row: Row,
  handle: (call: Pick<Call<Row>, 'query'>) => Promise<Static<Row['reply']>>,
): Route {
  return { row, handle, isHot: true, isEarly: true }
}

type HotRow = Endpoint & {
  [Part in
    | 'params'
    | 'body'
    | 'list'
    | 'dialect'
    | 'orNothing'
    | 'cookie'
    | 'captcha'
    | 'limits'
    | 'upload'
    | 'produces'
    | 'kept']?: undefined
}
