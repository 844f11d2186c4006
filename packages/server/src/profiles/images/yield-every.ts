import { setImmediate as othersTurn } from 'node:timers/promises'

/** About one millisecond of drawing: other requests wait no longer than that. */
const PIXELS_PER_SLICE = 8192

/** @returns a function to call with each number of drawn pixels; now and then it yields to other work */
export function yieldEvery(): (pixels: number) => Promise<void> | undefined {
  let done = 0
  return (pixels) => {
    done += pixels
    if (done < PIXELS_PER_SLICE) return undefined
    done = 0
    return othersTurn()
  }
}
