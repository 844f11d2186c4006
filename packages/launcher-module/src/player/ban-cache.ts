/** Two for each player: uuid and name. */
const MOST_KEYS = 50_000

export type BanMemory = ReturnType<typeof openBanMemory>

/**
 * Remembers who was banned when last seen, by uuid and by name in any case. An entry outlives the
 * profile cache, so that a ban holds while the site is unreachable, and stays until the site says
 * otherwise. `turn` is the order in which the site was asked.
 */
export function openBanMemory(size = MOST_KEYS) {
  const turns = new Map<string, number>()

  return {
    noteBanned(keys: readonly string[], turn: number): void {
      for (const key of keys.map(lower)) {
        turns.delete(key) // so that it moves to the end
        turns.set(key, turn)
      }
      for (const key of turns.keys()) {
        if (turns.size <= size) break
        turns.delete(key)
      }
    },

    noteFree(keys: readonly string[], turn: number): void {
      for (const key of keys.map(lower)) {
        if ((turns.get(key) ?? Number.POSITIVE_INFINITY) <= turn) turns.delete(key)
      }
    },

    /** Whether any of these names or uuids was banned when last seen. */
    has: (keys: readonly (string | undefined)[]): boolean =>
      keys.some((key) => key !== undefined && turns.has(lower(key))),
  }
}

function lower(key: string): string {
  return key.toLowerCase()
}
