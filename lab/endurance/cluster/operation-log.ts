import type { Answer } from '../site-client.ts'

/** What the site was asked from outside, and what it answered. */
export type Book = {
  requests: Sent[]
  /** Payments and registrations, by an id that the database keeps with them. */
  deeds: Deed[]
  chains: Chain[]
  /** The refresh tokens of answered sign-ins. */
  sessions: string[]
  /** Answers that no fault excuses. */
  faults: string[]
}

/** Instants are those of `performance.now()`. `status` is 0 for a request without an answer. */
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
 * One change that was asked for. `undone`: the site said that nothing was changed. `unknown`: it did not
 * answer, or said that it does not know. `open`: the answer is still to come.
 */
export type Deed = {
  kind: 'pay' | 'register'
  id: string
  state: 'open' | 'answered' | 'undone' | 'unknown'
}

/** One session whose tokens are refreshed one after the other. */
export type Chain = { token: string; forks: number; ending: string | undefined }

export function newBook(): Book {
  return { requests: [], deeds: [], chains: [], sessions: [], faults: [] }
}

/** What is known about a deed after this answer to its latest request. */
export function stateAfter(before: Deed['state'], { status, body }: Answer): Deed['state'] {
  if (status >= 200 && status < 300) return 'answered'
  // An earlier request may still have been carried out, whatever became of this one.
  if (before === 'unknown' || status !== 503 || body.error === 'unavailable.unknown')
    return 'unknown'
  return 'undone'
}
