import { createHash } from 'node:crypto'
import { type Clock, MINUTE, SECOND } from '../clock.ts'
import type { Log } from '../log.ts'
import { type Bounds, failureOf, fetchText } from './fetch-text.ts'

const BOUNDS: Bounds = { budget: 2 * SECOND, sizeBytes: 2 * 1024 * 1024 }
const MOST_FAILURES = 5
const PAUSE = MINUTE

/** Passwords that were seen in leaks, kept by somebody else (contract, Registration input constraints). */
export type BreachList = {
  /** Whether a password is listed. It never throws: what cannot be checked is not listed. */
  isBreached(password: string): Promise<boolean>
  /** What became of every check since the start. */
  counts(): BreachCounts
}

/** `skipped`: the list had failed so often that it was not asked. */
export type BreachCounts = { hits: number; misses: number; failures: number; skipped: number }

/** The range API of Have I Been Pwned, or a mirror of it: five digits of the SHA-1 are all it learns. */
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
        // The contract's choice: players can register while the list is away.
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

/** The answer is a list from its first line to its last, or it counts for nothing. */
function isInRange(text: string, suffix: string): boolean {
  const entries = text.split(/\r?\n/).filter(Boolean)
  if (!entries.every((entry) => ENTRY.test(entry))) throw new Error('the answer is not a list')
  return entries
    .map((entry) => entry.toUpperCase().split(':'))
    .some(([listed, times]) => listed === suffix && Number(times) > 0) // 0 times is padding
}

/** After so many failures in a row there is a pause; then one try decides whether there is another. */
function circuitBreaker(clock: Clock) {
  let failuresInRow = 0
  let resumesAt = 0
  return {
    mayTry(): boolean {
      if (failuresInRow < MOST_FAILURES) return true
      const now = clock.now()
      if (now < resumesAt) return false
      resumesAt = now + PAUSE // for everybody else, until this try is decided
      return true
    },
    succeeded(): void {
      failuresInRow = 0
    },
    /** @returns whether there is a pause now. */
    failed(): boolean {
      failuresInRow += 1
      if (failuresInRow < MOST_FAILURES) return false
      resumesAt = clock.now() + PAUSE
      return true
    },
  }
}
