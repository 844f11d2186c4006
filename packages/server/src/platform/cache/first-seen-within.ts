/**
 * Tells for each name whether it is seen for the first time within `period` milliseconds. At most
 * `most` names are remembered; while all of them are fresh, the answer for any other name is no.
 */
export function onceIn(period: number, most: number): (name: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (name, now) => {
    const last = seen.get(name)
    if (last !== undefined && now - last < period) return false
    for (const [old, at] of seen) {
      if (now - at < period) break // the rest is newer
      seen.delete(old)
    }
    if (seen.size >= most) return false
    seen.set(name, now)
    return true
  }
}
