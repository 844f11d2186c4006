import { type Clock, SECOND } from '../clock.ts'
import { turnstile } from '../concurrency-limiter.ts'
import type { Log } from '../log.ts'
import { circuitBreaker, PAUSE } from './circuit-breaker.ts'
import { type Bounds, failureOf } from './fetch-text.ts'

const BOUNDS: Bounds = { budget: 4 * SECOND, sizeBytes: 256 * 1024 }
/** How many questions may be under way at once: a service that hangs must not use up all sockets. */
const AT_ONCE = 64
const HOSTS_KEPT = 100

/** A service gave no answer, or one that says it cannot answer now. */
export class NoAnswer extends Error {}

/** The services whose accounts players link (docs/contract.md#linked-accounts). */
export type IdentityHosts = {
  /**
   * Sends a request and reads the whole answer. After several failures of a host in a row it is left alone
   * for a minute.
   *
   * @throws NoAnswer; Refusal `overloaded` when too many questions are under way
   */
  ask(url: string, request?: RequestInit): Promise<Response>
  /** Returns the outcomes since the start. */
  counts(): IdentityHostCounts
}

/** `skipped` counts questions that were not asked because the host had just failed several times. */
export type IdentityHostCounts = { answered: number; unanswered: number; skipped: number }

/** @param reach sends a request; tests put local servers there. */
export function identityHosts(
  app: { log: Log; clock: Clock },
  reach: typeof fetch = fetch,
  bounds: Partial<Bounds> = {},
): IdentityHosts {
  const counts: IdentityHostCounts = { answered: 0, unanswered: 0, skipped: 0 }
  const breakers = new Map<string, ReturnType<typeof circuitBreaker>>()
  const inTurn = turnstile(AT_ONCE, 0)

  const breakerOf = (host: string) => {
    const breaker = breakers.get(host) ?? circuitBreaker(app.clock)
    breakers.delete(host)
    breakers.set(host, breaker)
    const [oldest] = breakers.keys()
    if (breakers.size > HOSTS_KEPT && oldest !== undefined) breakers.delete(oldest)
    return breaker
  }

  const put = async (url: string, request: RequestInit): Promise<Response> => {
    const { host } = new URL(url)
    const breaker = breakerOf(host)
    if (!breaker.mayTry()) {
      counts.skipped += 1
      throw new NoAnswer(`${host} has just failed several times`)
    }
    try {
      const answer = await exchange(reach, url, request, { ...BOUNDS, ...bounds })
      breaker.succeeded()
      counts.answered += 1
      return answer
    } catch (error) {
      const pausing = breaker.failed()
      counts.unanswered += 1
      const reason = failureOf(error)
      app.log.warn(
        { host, reason, ...(pausing && { askedAgainInSeconds: PAUSE / SECOND }) },
        'a service whose accounts players link gave no answer',
      )
      throw new NoAnswer(reason)
    }
  }

  return {
    ask: (url, request = {}) => inTurn(() => put(url, request)),
    counts: () => ({ ...counts }),
  }
}

/** Follows no redirect: none of these services needs one, and one could lead inside. */
async function exchange(
  reach: typeof fetch,
  url: string,
  request: RequestInit,
  { budget, sizeBytes }: Bounds,
): Promise<Response> {
  const signal = AbortSignal.timeout(budget)
  const response = await reach(url, { ...request, redirect: 'manual', signal })
  const { status, headers } = response
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    throw new Error(`the answer has status ${status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeBytes) throw new Error('the answer is too large') // leaving the loop hangs up
    chunks.push(chunk)
  }
  const type = headers.get('content-type')
  return new Response(Buffer.concat(chunks), {
    status: status === 204 ? 200 : status,
    headers: type === null ? {} : { 'content-type': type },
  })
}
