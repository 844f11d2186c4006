import type { Endpoint } from '@portal/contract'
import type { App } from '../app.ts'
import type { BuiltEndpoint } from '../http/row-of.ts'
import {
  buildEarlyEndpoint,
  buildEndpoint,
  type EarlyRow,
  type HandleEarly,
} from './build-endpoint.ts'
import type { Handle } from './call.ts'

/** A row of the contract that was joined to its function. */
export type Route = { row: Endpoint; build(app: App): BuiltEndpoint }

/** Joins a row of the contract to the function that answers it; the types must agree. */
export function route<const Row extends Endpoint>(row: Row, handle: Handle<Row>): Route {
  return { row, build: (app) => buildEndpoint(app, row, handle) }
}

/**
 * Joins a row to a function that only reads and does not depend on the caller. It begins while the caller
 * is being admitted, so that the statements of both share a round trip.
 */
export function earlyRoute<const Row extends EarlyRow>(row: Row, handle: HandleEarly<Row>): Route {
  return { row, build: (app) => buildEarlyEndpoint(app, row, handle) }
}
