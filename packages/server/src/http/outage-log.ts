import { outageCode } from '../database/database-failure.ts'
import { SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

const ONE_LINE_IN = 10 * SECOND

/** Where a failure was met first. */
type Place = { request: string; path: string | undefined; ip: string }

/**
 * Logs outages of the database: the first at once, then one line in ten seconds that counts them by
 * their codes. While a database is away every request fails with the same, and none of them needs a
 * line, let alone a stack, of its own.
 */
export function outageLog(log: Log): (error: unknown, place: Place) => void {
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const write = (): void => {
    timer = undefined
    const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
    if (count === 0) return
    log.error({ count, reasons: Object.fromEntries(counts) }, MESSAGE)
    counts = new Map()
    wait()
  }
  const wait = (): void => {
    timer = setTimeout(write, ONE_LINE_IN)
    timer.unref()
  }
  return (error, place) => {
    const reason = outageCode(error)
    if (timer) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      return
    }
    const why = error instanceof Error ? error.message : String(error)
    log.error({ count: 1, reason, why, ...place }, MESSAGE)
    wait()
  }
}

const MESSAGE = 'the database does not answer as it should'
