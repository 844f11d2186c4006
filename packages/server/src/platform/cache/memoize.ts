/**
 * Makes a function that caches the result of `make` for each key. When the cache is full, it is cleared, so
 * `maxEntries` should be far above the number of keys in use.
 */
export function memoize<T extends object | string, Key extends string | number = string>(
  maxEntries: number,
  make: (from: Key) => T,
): (from: Key) => T {
  const made = new Map<Key, T>()
  return (from) => {
    const known = made.get(from)
    if (known !== undefined) return known
    if (made.size >= maxEntries) made.clear()
    const value = make(from)
    made.set(from, value)
    return value
  }
}
