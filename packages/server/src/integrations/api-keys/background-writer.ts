import type { Log } from '../../platform/log.ts'
import { within } from '../../platform/with-timeout.ts'

/** Writes to the database in the background, where no request waits for it. */
export type BackgroundWriter = {
  /** Queues a write. It replaces a write of the same name that has not begun. */
  write(name: string, job: () => Promise<void>): void
  /** Resolves when every queued write is done or has failed. */
  settled(): Promise<void>
  /** Waits for `settled` for at most `patience` milliseconds, and forgets the rest. */
  stop(patience: number): Promise<void>
}

/** Opens a writer. It does one write at a time, so a flood never takes more than one connection. */
export function backgroundWriter(log: Log): BackgroundWriter {
  const waiting = new Map<string, () => Promise<void>>()
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    for (let [next] = waiting; next; [next] = waiting) {
      const [name, job] = next
      waiting.delete(name)
      await job().catch((error) => log.error({ err: error, note: name }, 'a note was not written'))
    }
    working = undefined
  }

  const settled = async (): Promise<void> => working

  return {
    write(name, job) {
      waiting.set(name, job)
      working ??= work()
    },
    settled,
    async stop(patience) {
      await within(patience, settled()).catch(() => undefined)
      waiting.clear()
    },
  }
}
