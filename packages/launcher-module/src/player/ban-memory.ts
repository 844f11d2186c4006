/** Two for each player: his uuid and his name. */
const MOST_KEYS = 50_000

export type BanMemory = ReturnType<typeof openBanMemory>

/**
 * Who was last seen banned, by uuid and by name without regard to case. It outlives the profile
 * cache, so that a ban holds while the site is away, and lasts until the site says otherwise. `turn`
 * orders what the site said by when it was asked.
 */
export function openBanMemory(size = MOST_KEYS) {
  const turns = new Map<string, number>()

  return {
    noteBanned(keys: readonly string[], turn: number): void {
      for (const key of keys.map(lower)) {
        turns.delete(key) // and to the end of the line
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

    /** Whether anything by which a player is known was last seen banned. */
    has: (keys: readonly (string | undefined)[]): boolean =>
      keys.some((key) => key !== undefined && turns.has(lower(key))),
  }
}

function lower(key: string): string {
  return key.toLowerCase()
}
