import { createHash } from 'node:crypto'
import { type Clock, SECOND } from '../clock.ts'
import type { Log } from '../log.ts'
import { circuitBreaker, OPEN_FOR } from './circuit-breaker.ts'
import { failureOf, fetchText, type OutboundLimits } from './fetch-text.ts'

const LIMITS: OutboundLimits = { budget: 2 * SECOND, sizeBytes: 2 * 1024 * 1024 }

export type BreachList = {
  /** Whether a password is listed. Never throws: a password that cannot be checked counts as unlisted. */
  isBreached(password: string): Promise<boolean>
  counts(): BreachCounts
}

/** `skipped` counts checks that the open circuit breaker prevented. */
export type BreachCounts = { hits: number; misses: number; failures: number; skipped: number }

/** Queries the range API of Have I Been Pwned or a mirror, which receives five hexadecimal digits of the SHA-1. */
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
        // players can register while the service is unavailable (docs/contract.md#passwords)
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

/** Throws unless every line of the response is an entry of the list. */
function isInRange(text: string, suffix: string): boolean {
  const entries = text.split(/\r?\n/).filter(Boolean)
  if (!entries.every((entry) => ENTRY.test(entry))) throw new Error('the answer is not a list')
  return entries
    .map((entry) => entry.toUpperCase().split(':'))
    .some(([listed, times]) => listed === suffix && Number(times) > 0) // 0 times is padding
}
