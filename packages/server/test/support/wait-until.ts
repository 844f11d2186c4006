import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_WAIT = 60_000
const LOOK_EVERY = 10

/** Waits until something is true. Fails after a minute, which on any machine means never. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${holds}`)
    await sleep(LOOK_EVERY)
  }
}
