const MAX_LISTS = 1_000

/**
 * Makes a function that returns one shared copy of equal lists. Most players have the same roles and permissions, so
 * thousands of copies would fill most of the memory.
 */
export function internLists(size = MAX_LISTS): (list: readonly string[]) => readonly string[] {
  const lists = new Map<string, readonly string[]>()
  return (list) => {
    const key = JSON.stringify(list)
    const known = lists.get(key)
    if (known) return known

    if (lists.size >= size) lists.clear() // profiles still reference the lists that they use
    const shared = Object.freeze([...list])
    lists.set(key, shared)
    return shared
  }
}
