import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT = 60_000
const POLL_INTERVAL = 10

/** Waits until a condition holds. Fails after a minute, which is enough on any machine. */
export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${holds}`)
    await sleep(POLL_INTERVAL)
  }
}
