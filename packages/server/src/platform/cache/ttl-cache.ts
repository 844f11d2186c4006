import type { Clock } from '../clock.ts'

export type Memo<T> = {
  read(): Promise<T>
  /** The next `read` makes a new value. */
  forget(): void
}

/**
 * Makes a value at most once per `lifetime` milliseconds. All who read it meanwhile share it, even
 * while it is still being made. After a failure the next `read` tries again.
 */
export function memo<T>(
  clock: Clock,
  lifetime: number,
  make: (now: number) => Promise<T>,
): Memo<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return {
    read() {
      const now = clock.now()
      if (last && Math.abs(now - last.at) < lifetime) return last.value
      const made = { at: now, value: make(now) }
      last = made
      made.value.catch(() => {
        if (last === made) last = undefined
      })
      return made.value
    },
    forget() {
      last = undefined
    },
  }
}
