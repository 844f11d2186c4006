/**
 * Says of each name whether it is the first time within `period` milliseconds. It remembers at most
 * `most` names: while it is full of fresh ones every further name is told that it is not.
 */
export function onceIn(period: number, most: number): (name: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (name, now) => {
    const last = seen.get(name)
    if (last !== undefined && now - last < period) return false
    for (const [old, at] of seen) {
      if (now - at < period) break // the rest came later
      seen.delete(old)
    }
    if (seen.size >= most) return false
    seen.set(name, now)
    return true
  }
}
