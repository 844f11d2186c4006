import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** What libuv calls the threads on which passwords are hashed. */
const NAME = 'libuv-worker'
/** Added to the nice value of the process: a thread 5 above another gets a third as much of a core that both want. */
const NICER = 5
const NICEST = 19

/**
 * Lets the threads that hash passwords yield to the one that answers requests. Two hashes keep two cores busy for
 * 10 ms, and every other request would wait for them (docs/performance.md#choices-that-were-measured). Only Linux
 * gives each thread a name and a nice value; elsewhere, and where the system refuses, all threads stay equal.
 */
export async function letHashesYield(): Promise<void> {
  try {
    await stat(TASKS) // these threads start with the first work that they get
    const nice = Math.min(getPriority() + NICER, NICEST)
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim()
      if (name === NAME) setPriority(Number(thread), nice)
    }
  } catch {
    // all threads stay equal
  }
}
