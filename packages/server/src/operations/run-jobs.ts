import { isOutage, outageCode } from '../database/database-failure.ts'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

/** How long after the start: whatever became due while the site was down is done before anybody looks for it. */
const FIRST_AFTER = SECOND

/**
 * Runs the chores when the process starts and then every hour, or as often as given. A chore that fails is logged, and the others still run; those that met an
 * outage of the database come again in a minute.
 */
export function keepHouse(
  log: Log,
  chores: Readonly<Record<string, () => Promise<void>>>,
  every = HOUR,
): { stop(): void } {
  const timers: NodeJS.Timeout[] = []
  let again: NodeJS.Timeout | undefined
  let hasStopped = false

  const sweep = async (names: readonly string[]): Promise<void> => {
    const missed: string[] = []
    const reasons = new Set<string>()
    for (const chore of names) {
      await chores[chore]?.().catch((error) => {
        if (!isOutage(error)) return log.error({ err: error, chore }, 'a chore failed')
        missed.push(chore)
        reasons.add(outageCode(error))
      })
    }
    if (missed.length === 0 || hasStopped) return
    log.error({ chores: missed, reasons: [...reasons] }, 'chores met an outage of the database')
    clearTimeout(again)
    again = setTimeout(() => sweep(missed), MINUTE)
    again.unref()
  }
  const sweepAll = () => sweep(Object.keys(chores))
  timers.push(setTimeout(sweepAll, FIRST_AFTER), setInterval(sweepAll, every))
  for (const timer of timers) timer.unref()
  return {
    stop() {
      hasStopped = true
      for (const timer of [...timers, again]) clearTimeout(timer)
    },
  }
}
