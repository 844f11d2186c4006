/** Makes a function that returns true once per `period` ms for a name, and false for new names while it is full. */
export function firstSeenWithin(
  period: number,
  maxNames: number,
): (name: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (name, now) => {
    const last = seen.get(name)
    if (last !== undefined && now - last < period) return false
    for (const [old, at] of seen) {
      if (now - at < period) break // the rest is newer
      seen.delete(old)
    }
    if (seen.size >= maxNames) return false
    seen.set(name, now)
    return true
  }
}
