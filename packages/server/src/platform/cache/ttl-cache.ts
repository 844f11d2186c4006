import type { Clock } from '../clock.ts'

export type TtlCache<T> = {
  read(): Promise<T>
  invalidate(): void
}

/**
 * Makes a cache of one value, which is made at most once per `lifetime` milliseconds. Concurrent readers share the
 * work. A failure is not cached.
 */
export function ttlCache<T>(
  clock: Clock,
  lifetime: number,
  make: (now: number) => Promise<T>,
): TtlCache<T> {
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
    invalidate() {
      last = undefined
    },
  }
}
