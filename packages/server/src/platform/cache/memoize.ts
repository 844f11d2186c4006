/**
 * Remembers what is made of a text or number. When more than `most` are known it forgets them all, because
 * `most` is far above what comes again.
 */
export function remembering<T extends object | string, Key extends string | number = string>(
  most: number,
  make: (from: Key) => T,
): (from: Key) => T {
  const made = new Map<Key, T>()
  return (from) => {
    const known = made.get(from)
    if (known !== undefined) return known
    if (made.size >= most) made.clear()
    const value = make(from)
    made.set(from, value)
    return value
  }
}
