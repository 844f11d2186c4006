import { createHash } from 'node:crypto'
import { type Clock, SECOND } from '../clock.ts'
import type { Log } from '../log.ts'
import { circuitBreaker, PAUSE } from './circuit-breaker.ts'
import { type Bounds, failureOf, fetchText } from './fetch-text.ts'

const BOUNDS: Bounds = { budget: 2 * SECOND, sizeBytes: 2 * 1024 * 1024 }

/** A service that knows which passwords appeared in leaks (docs/contract.md#passwords). */
export type BreachList = {
  /** Whether a password is listed. Never throws: one that cannot be checked counts as unlisted. */
  isBreached(password: string): Promise<boolean>
  /** Returns the outcomes of all checks since the start. */
  counts(): BreachCounts
}

/** `skipped` counts checks that were not made because the service had just failed several times. */
export type BreachCounts = { hits: number; misses: number; failures: number; skipped: number }

/** Asks the range API of Have I Been Pwned or a mirror of it, which learns five digits of the SHA-1. */
export function breachList(
  app: { log: Log; clock: Clock },
  config: { breachApiUrl: string },
  bounds: Partial<Bounds> = {},
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
        const listed = await isListed(config.breachApiUrl, password, { ...BOUNDS, ...bounds })
        breaker.succeeded()
        counts[listed ? 'hits' : 'misses'] += 1
        return listed
      } catch (error) {
        // Players can register while the service is away (docs/contract.md#passwords).
        const pausing = breaker.failed()
        counts.failures += 1
        app.log.warn(
          { reason: failureOf(error), ...(pausing && { askedAgainInSeconds: PAUSE / SECOND }) },
          'the leak database gave no answer: a password was accepted unchecked',
        )
        return false
      }
    },

    counts: () => ({ ...counts }),
  }
}

async function isListed(apiUrl: string, password: string, bounds: Bounds): Promise<boolean> {
  const digits = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const [prefix, suffix] = [digits.slice(0, 5), digits.slice(5)]
  const headers = { 'Add-Padding': 'true', 'User-Agent': 'Portal' }
  const { status, text } = await fetchText(`${apiUrl}/range/${prefix}`, { headers }, bounds)
  if (status !== 200) throw new Error(`the answer has status ${status}`)
  return isInRange(text, suffix)
}

const ENTRY = /^[0-9A-F]{35}:[0-9]{1,15}$/i

/** An answer counts only if every line of it is an entry of the list. */
function isInRange(text: string, suffix: string): boolean {
  const entries = text.split(/\r?\n/).filter(Boolean)
  if (!entries.every((entry) => ENTRY.test(entry))) throw new Error('the answer is not a list')
  return entries
    .map((entry) => entry.toUpperCase().split(':'))
    .some(([listed, times]) => listed === suffix && Number(times) > 0) // 0 times is padding
}
