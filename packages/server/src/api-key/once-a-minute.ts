import { MINUTE } from '../platform/clock.ts'

/**
 * Says of each name whether it is the first time within a minute. It remembers at most `most` names:
 * while it is full of fresh ones every further name is told that it is not.
 */
export function onceAMinute(most: number): (name: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (name, now) => {
    const last = seen.get(name)
    if (last !== undefined && now - last < MINUTE) return false
    for (const [old, at] of seen) {
      if (now - at < MINUTE) break // the rest came later
      seen.delete(old)
    }
    if (seen.size >= most) return false
    seen.set(name, now)
    return true
  }
}
