import { setImmediate as othersTurn } from 'node:timers/promises'

/**
 * How many pixels are drawn without a pause. This takes about a millisecond, so other requests wait no longer than
 * that.
 */
const PIXELS_PER_SLICE = 8192

/**
 * Returns a function that a drawing loop calls with the number of pixels that it has drawn. When there are enough, the
 * function returns a promise to await, which lets other work run.
 */
export function yieldEvery(): (pixels: number) => Promise<void> | undefined {
  let done = 0
  return (pixels) => {
    done += pixels
    if (done < PIXELS_PER_SLICE) return undefined
    done = 0
    return othersTurn()
  }
}
