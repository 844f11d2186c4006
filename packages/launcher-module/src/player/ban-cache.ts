/** Maximum number of keys. Each player has two: UUID and name. */
const MAX_KEYS = 50_000

export type BanCache = ReturnType<typeof openBanCache>

/**
 * Remembers bans by UUID and by name in any case, longer than profiles, so that a ban holds while the site is
 * unreachable. An entry stays until the response to a later request shows no ban. `sequence` is the number of the
 * request.
 */
export function openBanCache(size = MAX_KEYS) {
  const sequences = new Map<string, number>()

  return {
    markBanned(keys: readonly string[], sequence: number): void {
      for (const key of keys.map(lower)) {
        sequences.delete(key) // so that it moves to the end
        sequences.set(key, sequence)
      }
      for (const key of sequences.keys()) {
        if (sequences.size <= size) break
        sequences.delete(key)
      }
    },

    markNotBanned(keys: readonly string[], sequence: number): void {
      for (const key of keys.map(lower)) {
        if ((sequences.get(key) ?? Number.POSITIVE_INFINITY) <= sequence) sequences.delete(key)
      }
    },

    has: (keys: readonly (string | undefined)[]): boolean =>
      keys.some((key) => key !== undefined && sequences.has(lower(key))),
  }
}

function lower(key: string): string {
  return key.toLowerCase()
}
