import { setTimeout as sleep } from 'node:timers/promises'

const LONGEST_WAIT = 20_000
const LOOK_EVERY = 10

/** Waits until something is true. Fails after 20 s, which on any machine means never. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${holds}`)
    await sleep(LOOK_EVERY)
  }
}
