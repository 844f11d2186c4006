import { setImmediate as letOthersIn } from 'node:timers/promises'

/** A range of player ids: from `from` (undefined: from the first) up to, but excluding, `until`. */
export type IdSlice = { from: string | undefined; until: string | undefined }

const SLICES = 64

/**
 * Counts slice by slice and adds the results up. SQLite counts in the thread that answers all requests;
 * between two slices the requests get their turn, so millions of rows delay nobody.
 */
export async function countInSlices(count: (slice: IdSlice) => Promise<number>): Promise<number> {
  let sum = 0
  for (let slice = 0; slice < SLICES; slice += 1) {
    sum += await count({ from: edge(slice), until: edge(slice + 1) })
    await letOthersIn()
  }
  return sum
}

/** Returns the two hex digits at which a slice begins; ids are hex and evenly distributed. */
function edge(slice: number): string | undefined {
  if (slice === 0 || slice === SLICES) return undefined
  return ((slice * 256) / SLICES).toString(16).padStart(2, '0')
}
