import { outageCode } from '../database/database-failure.ts'
import { SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

const LOG_INTERVAL = 10 * SECOND

type RequestInfo = { request: string; path: string | undefined; ip: string }

/**
 * Returns a function that logs failed requests during an outage. It logs the first one immediately and then one line
 * per ten seconds with the number of failures, because every request fails in the same way.
 */
export function outageLog(log: Log): (error: unknown, request: RequestInfo) => void {
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const write = (): void => {
    timer = undefined
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
    if (count === 0) return
    log.error({ count, reasons: Object.fromEntries(counts) }, OUTAGE_MESSAGE)
    counts = new Map()
    wait()
  }
  const wait = (): void => {
    timer = setTimeout(write, LOG_INTERVAL)
    timer.unref()
  }
  return (error, request) => {
    const reason = outageCode(error)
    if (timer) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      return
    }
    const why = error instanceof Error ? error.message : String(error)
    log.error({ count: 1, reason, why, ...request }, OUTAGE_MESSAGE)
    wait()
  }
}

const OUTAGE_MESSAGE = 'database error; requests fail'
