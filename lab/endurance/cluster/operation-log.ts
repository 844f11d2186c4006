import type { SiteResponse } from '../site-client.ts'

/** The requests from outside, and their responses. */
export type OperationLog = {
  requests: Sent[]
  /** Payments and registrations, by an id that the database keeps with them. */
  operations: Operation[]
  chains: Chain[]
  /** The refresh tokens of confirmed sign-ins. */
  sessions: string[]
  /** Responses that no fault explains. */
  faults: string[]
}

/** Instants of `performance.now()`. `status` is 0 for a request without a response. */
export type Sent = {
  kind: Kind
  site: string
  status: number
  code: string
  begunAt: number
  endedAt: number
}

export type Kind = 'read' | 'refresh' | 'pay' | 'sign in' | 'register' | 'ready'

/**
 * A requested change. `undone`: the response was that nothing changed. `unknown`: there was no response, or
 * an unknown outcome. `open`: the response is pending.
 */
export type Operation = {
  kind: 'pay' | 'register'
  id: string
  state: 'open' | 'answered' | 'undone' | 'unknown'
}

/** A session whose tokens are refreshed one after the other. */
export type Chain = { token: string; forks: number; ending: string | undefined }

export function newOperationLog(): OperationLog {
  return { requests: [], operations: [], chains: [], sessions: [], faults: [] }
}

/** Returns the state of an operation after this response to its latest request. */
export function stateAfter(
  before: Operation['state'],
  { status, body }: SiteResponse,
): Operation['state'] {
  if (status >= 200 && status < 300) return 'answered'
  // an earlier request may have been executed, whatever the result of this one
  if (before === 'unknown' || status !== 503 || body.error === 'unavailable.unknown')
    return 'unknown'
  return 'undone'
}
