import { createHash } from 'node:crypto'
import { type Clock, SECOND } from '../clock.ts'
import type { Log } from '../log.ts'
import { circuitBreaker, OPEN_FOR } from './circuit-breaker.ts'
import { failureOf, fetchText, type OutboundLimits } from './fetch-text.ts'

const LIMITS: OutboundLimits = { budget: 2 * SECOND, sizeBytes: 2 * 1024 * 1024 }

export type BreachList = {
  /** Whether a password is in the list. Never throws: a password that cannot be checked counts as not listed. */
  isBreached(password: string): Promise<boolean>
  counts(): BreachCounts
}

/** The results of checks. `skipped` counts checks that were not made because the circuit breaker was open. */
export type BreachCounts = { hits: number; misses: number; failures: number; skipped: number }

/**
 * Makes a client for the list of breached passwords: Have I Been Pwned's range API, or a mirror of it. The API receives
 * only five hexadecimal digits of a password's SHA-1.
 */
export function breachList(
  app: { log: Log; clock: Clock },
  config: { breachApiUrl: string },
  bounds: Partial<OutboundLimits> = {},
): BreachList {
  const counts = { hits: 0, misses: 0, failures: 0, skipped: 0 }
  const breaker = circuitBreaker(app.clock)

  return {
    async isBreached(password) {
      if (!breaker.mayTry()) {
        counts.skipped += 1
        return false
      }
      try {
        const listed = await isListed(config.breachApiUrl, password, { ...LIMITS, ...bounds })
        breaker.succeeded()
        counts[listed ? 'hits' : 'misses'] += 1
        return listed
      } catch (error) {
        // players can register while the list is unavailable (docs/contract.md#passwords)
        const pausing = breaker.failed()
        counts.failures += 1
        app.log.warn(
          { reason: failureOf(error), ...(pausing && { askedAgainInSeconds: OPEN_FOR / SECOND }) },
          'leak database unavailable; password accepted unchecked',
        )
        return false
      }
    },

    counts: () => ({ ...counts }),
  }
}

async function isListed(
  apiUrl: string,
  password: string,
  bounds: OutboundLimits,
): Promise<boolean> {
  const digits = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const [prefix, suffix] = [digits.slice(0, 5), digits.slice(5)]
  const headers = { 'Add-Padding': 'true', 'User-Agent': 'Portal' }
  const { status, text } = await fetchText(`${apiUrl}/range/${prefix}`, { headers }, bounds)
  if (status !== 200) throw new Error(`the answer has status ${status}`)
  return isInRange(text, suffix)
}

const ENTRY = /^[0-9A-F]{35}:[0-9]{1,15}$/i

/**
 * Whether the list contains a hash that ends with `suffix`.
 * @throws Error unless every line of the response is an entry of the list
 */
function isInRange(text: string, suffix: string): boolean {
  const entries = text.split(/\r?\n/).filter(Boolean)
  if (!entries.every((entry) => ENTRY.test(entry))) throw new Error('the answer is not a list')
  return entries
    .map((entry) => entry.toUpperCase().split(':'))
    .some(([listed, times]) => listed === suffix && Number(times) > 0) // an entry with 0 is padding
}
