import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { MINUTE } from '../../../src/platform/clock.ts'
import { openLog } from '../../../src/platform/log.ts'
import { breachList } from '../../../src/platform/outbound/breach-list.ts'

/** The password that tests look up. */
export const PASSWORD = 'correct horse battery stäple 🐴'

/** The SHA-1 of PASSWORD as 40 hex digits. */
export const DIGITS = createHash('sha1').update(PASSWORD, 'utf8').digest('hex').toUpperCase()

/** The five digits of the SHA-1 that are sent, and the others, which stay on the site. */
export const [PREFIX, SUFFIX] = [DIGITS.slice(0, 5), DIGITS.slice(5)]

/** The suffix of another password with the same prefix. */
export const OTHER = SUFFIX.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))

/** Opens a client of the breach list at the given URL. Its time advances only by `wait`. */
export function openBreachList(breachApiUrl: string, budget: number = MINUTE) {
  const logLines: string[] = []
  const log = openLog('debug', { write: (line) => void logLines.push(line) })
  let now = Date.UTC(2030, 0, 1, 12)
  const list = breachList({ log, clock: { now: () => now } }, { breachApiUrl }, { budget })
  return {
    ...list,
    logLines,
    wait(duration: number) {
      now += duration
    },
  }
}

/** Responds to every request with this text. */
export function answering(text: string): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  }
}

/** The counters of a client that has sent no request. */
export const COUNTS = { hits: 0, misses: 0, failures: 0, skipped: 0 }
