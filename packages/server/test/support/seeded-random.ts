/** A generator of random numbers (mulberry32) that repeats them for the same seed. */
export type SeededRandom = ReturnType<typeof seededRandom>

export function seededRandom(seed: number) {
  let state = seed >>> 0

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from 0 (inclusive) to `below` (exclusive). */
  function upTo(below: number): number {
    return Math.floor(next() * below)
  }

  function pick<T>(things: readonly T[]): T {
    const [thing] = things.slice(upTo(things.length))
    if (thing === undefined) throw new Error('there is nothing to pick from')
    return thing
  }

  return {
    upTo,
    pick,
    happens: (share: number) => next() < share,
    /** Makes up to `most` things with `make`. */
    some: <T>(most: number, make: () => T): T[] => Array.from({ length: upTo(most + 1) }, make),
    /** Returns the same things in another order. */
    shuffled: <T>(things: readonly T[]): T[] =>
      things
        .map((thing) => ({ thing, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ thing }) => thing),
  }
}
