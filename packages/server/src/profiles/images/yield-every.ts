import { setImmediate as othersTurn } from 'node:timers/promises'

/** About a millisecond of drawing; nobody should wait longer for a picture that somebody else wants. */
const PIXELS_AT_ONCE = 8192

/** @returns a function to call with each number of pixels done; it lets others run now and then. */
export function pauses(): (pixels: number) => Promise<void> | undefined {
  let done = 0
  return (pixels) => {
    done += pixels
    if (done < PIXELS_AT_ONCE) return undefined
    done = 0
    return othersTurn()
  }
}
