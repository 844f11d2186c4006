import type { Log } from '../platform/log.ts'

/** Writes what nobody waits for. */
export type BackgroundWriter = {
  /** Queues a write; one of the same name that has not begun is replaced by it. */
  write(name: string, job: () => Promise<void>): void
  /** Resolves when everything asked for is written, or has failed. */
  settled(): Promise<void>
  /** Waits for that at most `patience` milliseconds, and forgets the rest. */
  stop(patience: number): Promise<void>
}

/** One write at a time, so that a flood of them never takes more than one connection. */
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
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patience)
      await Promise.race([settled(), promise])
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
