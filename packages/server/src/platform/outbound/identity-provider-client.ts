import { type Clock, SECOND } from '../clock.ts'
import { concurrencyLimiter } from '../concurrency-limiter.ts'
import type { Log } from '../log.ts'
import { circuitBreaker, OPEN_FOR } from './circuit-breaker.ts'
import { failureOf, type OutboundLimits } from './fetch-text.ts'

const LIMITS: OutboundLimits = { budget: 4 * SECOND, sizeBytes: 256 * 1024 }
/** How many requests run concurrently at most, so that a hanging provider does not use up all sockets. */
const MAX_CONCURRENT = 64
const MAX_HOSTS = 100

export class ProviderUnavailable extends Error {}

export type ProviderClient = {
  /**
   * Sends a request. After several failures, a host gets no requests for a minute.
   * @throws ProviderUnavailable; Refusal `overloaded`
   */
  send(url: string, request?: RequestInit): Promise<Response>
  counts(): ProviderRequestCounts
}

/** The results of requests. `skipped` counts requests that were not sent because the circuit breaker was open. */
export type ProviderRequestCounts = { answered: number; unanswered: number; skipped: number }

export function providerClient(
  app: { log: Log; clock: Clock },
  send: typeof fetch = fetch,
  bounds: Partial<OutboundLimits> = {},
): ProviderClient {
  const counts: ProviderRequestCounts = { answered: 0, unanswered: 0, skipped: 0 }
  const breakers = new Map<string, ReturnType<typeof circuitBreaker>>()
  const runLimited = concurrencyLimiter(MAX_CONCURRENT, 0)

  const breakerOf = (host: string) => {
    const breaker = breakers.get(host) ?? circuitBreaker(app.clock)
    breakers.delete(host)
    breakers.set(host, breaker)
    const [oldest] = breakers.keys()
    if (breakers.size > MAX_HOSTS && oldest !== undefined) breakers.delete(oldest)
    return breaker
  }

  const put = async (url: string, request: RequestInit): Promise<Response> => {
    const { host } = new URL(url)
    const breaker = breakerOf(host)
    if (!breaker.mayTry()) {
      counts.skipped += 1
      throw new ProviderUnavailable(`${host} has just failed several times`)
    }
    try {
      const answer = await exchange(send, url, request, { ...LIMITS, ...bounds })
      breaker.succeeded()
      counts.answered += 1
      return answer
    } catch (error) {
      const pausing = breaker.failed()
      counts.unanswered += 1
      const reason = failureOf(error)
      app.log.warn(
        { host, reason, ...(pausing && { askedAgainInSeconds: OPEN_FOR / SECOND }) },
        'linked-account provider did not respond',
      )
      throw new ProviderUnavailable(reason)
    }
  }

  return {
    send: (url, request = {}) => runLimited(() => put(url, request)),
    counts: () => ({ ...counts }),
  }
}

/**
 * Sends a request without following redirects: no provider needs one, and a redirect could lead to a private address.
 */
async function exchange(
  send: typeof fetch,
  url: string,
  request: RequestInit,
  { budget, sizeBytes }: OutboundLimits,
): Promise<Response> {
  const signal = AbortSignal.timeout(budget)
  const response = await send(url, { ...request, redirect: 'manual', signal })
  const { status, headers } = response
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    throw new Error(`the answer has status ${status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > sizeBytes) throw new Error('the answer is too large') // leaving the loop closes the connection
    chunks.push(chunk)
  }
  const type = headers.get('content-type')
  return new Response(Buffer.concat(chunks), {
    status: status === 204 ? 200 : status,
    headers: type === null ? {} : { 'content-type': type },
  })
}
