import { HOUR, SECOND } from './clock.ts'
import type { Log } from './log.ts'

const FIRST_AFTER = 30 * SECOND

/** Runs the chores every hour. A chore that fails is logged, and the others still run. */
export function keepHouse(
  log: Log,
  chores: Readonly<Record<string, () => Promise<void>>>,
): { stop(): void } {
  const sweep = async (): Promise<void> => {
    for (const [chore, run] of Object.entries(chores)) {
      await run().catch((error) => log.error({ err: error, chore }, 'a chore failed'))
    }
  }
  const first = setTimeout(sweep, FIRST_AFTER)
  const timer = setInterval(sweep, HOUR)
  first.unref()
  timer.unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
