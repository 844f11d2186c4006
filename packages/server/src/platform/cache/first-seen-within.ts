/**
 * Makes a function that returns true at most once per `period` milliseconds for a name. It remembers up to `maxNames`
 * names; while these are all recent, it returns false for any other name.
 */
export function firstSeenWithin(
  period: number,
  maxNames: number,
): (name: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (name, now) => {
    const last = seen.get(name)
    if (last !== undefined && now - last < period) return false
    for (const [old, at] of seen) {
      if (now - at < period) break // the remaining names are more recent
      seen.delete(old)
    }
    if (seen.size >= maxNames) return false
    seen.set(name, now)
    return true
  }
}
