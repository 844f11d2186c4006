const MOST_LISTS = 1_000

/**
 * Makes one list of those that are equal: most players hold the same roles and permissions, and
 * thousands of copies would be most of the memory. A list that is handed out is frozen.
 */
export function openSharedLists(size = MOST_LISTS): (list: readonly string[]) => readonly string[] {
  const lists = new Map<string, readonly string[]>()
  return (list) => {
    const key = JSON.stringify(list)
    const known = lists.get(key)
    if (known) return known

    if (lists.size >= size) lists.clear() // those in use stay where they are used
    const shared = Object.freeze([...list])
    lists.set(key, shared)
    return shared
  }
}
