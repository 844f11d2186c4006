import type { Log } from '../../platform/log.ts'
import { withTimeout } from '../../platform/with-timeout.ts'

export type BackgroundWriter = {
  /** Queues a write. Replaces a queued write with the same name. */
  write(name: string, job: () => Promise<void>): void
  flushed(): Promise<void>
  /** Waits for the queued writes for at most `timeout` milliseconds, then discards the rest. */
  stop(timeout: number): Promise<void>
}

/** Makes a writer that runs one write at a time, so that many writes occupy only one connection. */
export function backgroundWriter(log: Log): BackgroundWriter {
  const queue = new Map<string, () => Promise<void>>()
  let draining: Promise<void> | undefined

  const drain = async (): Promise<void> => {
    for (let [next] = queue; next; [next] = queue) {
      const [name, job] = next
      queue.delete(name)
      await job().catch((error) => log.error({ err: error, note: name }, 'background write failed'))
    }
    draining = undefined
  }

  const flushed = async (): Promise<void> => draining

  return {
    write(name, job) {
      queue.set(name, job)
      draining ??= drain()
    },
    flushed,
    async stop(timeout) {
      await withTimeout(timeout, flushed()).catch(() => undefined)
      queue.clear()
    },
  }
}
