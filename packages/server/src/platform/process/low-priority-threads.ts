import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** The name that libuv gives to its worker threads, which hash passwords. */
const NAME = 'libuv-worker'
/** Added to the nice value of the process: 5 more means a third as much of a contended core. */
const NICENESS = 5
const MAX_NICENESS = 19

/**
 * Lowers the priority of threads that hash passwords: two hashes keep two cores busy for 10 ms, and other requests
 * would wait (docs/performance.md#choices-that-were-measured). Has an effect only on Linux.
 */
export async function lowerHashThreadPriority(): Promise<void> {
  try {
    await stat(TASKS) // starts the threads, which libuv creates with their first work
    const nice = Math.min(getPriority() + NICENESS, MAX_NICENESS)
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim()
      if (name === NAME) setPriority(Number(thread), nice)
    }
  } catch {
    // not permitted: all threads keep the same priority
  }
}
