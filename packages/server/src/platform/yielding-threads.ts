import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** What libuv calls the threads on which passwords are hashed. */
const NAME = 'libuv-worker'
/** Added to the nice value of the process. Each step is about a fifth of the share of a busy core. */
const NICER = 5
const NICEST = 19

/**
 * Lets the threads that hash passwords yield to the one that answers everybody: two hashes keep two cores busy for 10 ms,
 * and who is signed in would wait for their time slices (docs/performance.md#choices-that-were-measured). Linux alone
 * tells threads by their names; elsewhere, or where the system does not allow it, all stay equal.
 */
export async function letHashesYield(): Promise<void> {
  try {
    await stat(TASKS) // work for these threads, which begin with the first
    const nice = Math.min(getPriority() + NICER, NICEST)
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim()
      if (name === NAME) setPriority(Number(thread), nice)
    }
  } catch {
    // sign-ins take their full share then
  }
}
