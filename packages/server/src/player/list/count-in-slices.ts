import { setImmediate as letOthersIn } from 'node:timers/promises'

/** A part of all players' ids: from `from` on (undefined: from the first), up to but without `until`. */
export type IdSlice = { from: string | undefined; until: string | undefined }

const SLICES = 64

/**
 * Adds up what is counted in parts. SQLite counts in the thread that answers everybody, so between
 * two parts the others get their turn: millions of rows hold nobody up.
 */
export async function countInSlices(count: (slice: IdSlice) => Promise<number>): Promise<number> {
  let sum = 0
  for (let slice = 0; slice < SLICES; slice += 1) {
    sum += await count({ from: edge(slice), until: edge(slice + 1) })
    await letOthersIn()
  }
  return sum
}

/** The two hex digits that a slice begins with; ids are hex and evenly spread. */
function edge(slice: number): string | undefined {
  if (slice === 0 || slice === SLICES) return undefined
  return ((slice * 256) / SLICES).toString(16).padStart(2, '0')
}
