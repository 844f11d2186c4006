import { isOutage, outageCode } from '../database/database-failure.ts'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

/**
 * After how many milliseconds the jobs run first. Soon after the start, because they may have become due while the site
 * was down.
 */
const FIRST_RUN_AFTER = SECOND
const RETRY_DELAY = MINUTE

/**
 * Runs jobs every `interval` milliseconds. If a job fails, the others still run. Jobs that failed because the database
 * was unavailable run again after a minute.
 */
export function startJobs(
  log: Log,
  jobs: Readonly<Record<string, () => Promise<void>>>,
  interval = HOUR,
): { stop(): void } {
  const timers: NodeJS.Timeout[] = []
  let retry: NodeJS.Timeout | undefined
  let hasStopped = false

  const run = async (names: readonly string[]): Promise<void> => {
    const failed: string[] = []
    const reasons = new Set<string>()
    for (const job of names) {
      await jobs[job]?.().catch((error) => {
        if (!isOutage(error)) return log.error({ err: error, job }, 'job failed')
        failed.push(job)
        reasons.add(outageCode(error))
      })
    }
    if (failed.length === 0 || hasStopped) return
    log.error(
      { jobs: failed, reasons: [...reasons] },
      'jobs failed: database unavailable; retrying in 1 min',
    )
    clearTimeout(retry)
    retry = setTimeout(() => run(failed), RETRY_DELAY)
    retry.unref()
  }
  const runAll = () => run(Object.keys(jobs))
  timers.push(setTimeout(runAll, FIRST_RUN_AFTER), setInterval(runAll, interval))
  for (const timer of timers) timer.unref()
  return {
    stop() {
      hasStopped = true
      for (const timer of [...timers, retry]) clearTimeout(timer)
    },
  }
}
