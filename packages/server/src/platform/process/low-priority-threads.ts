import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** The name that libuv gives to its worker threads, which hash passwords. */
const NAME = 'libuv-worker'
/**
 * How much the threads' nice value is above that of the process. With 5, a thread gets a third as much of a contended
 * core.
 */
const NICENESS = 5
const MAX_NICENESS = 19

/**
 * Lowers the priority of the threads that hash passwords: two hashes keep two cores busy for 10 ms, for which other
 * requests would wait (docs/performance.md#choices-that-were-measured). Has an effect only on Linux.
 */
export async function lowerHashThreadPriority(): Promise<void> {
  try {
    await stat(TASKS) // starts the threads, which libuv creates at their first work
    const nice = Math.min(getPriority() + NICENESS, MAX_NICENESS)
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim()
      if (name === NAME) setPriority(Number(thread), nice)
    }
  } catch {
    // not permitted, so all threads keep the same priority
  }
}
