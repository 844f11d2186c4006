import { existsSync, writeSync } from 'node:fs'

/*
 * Loaded before the program (`--import`). Pretends that stderr is a terminal, so that the program draws its
 * progress bar, and blocks the only thread when the bar shows the step HOLD_AT, until the file HOLD_UNTIL
 * exists. A test that waits for `held` on stderr can kill the program in the middle of that step.
 */
const { HOLD_AT = '', HOLD_UNTIL = '' } = process.env
const { write } = process.stderr
const never = new Int32Array(new SharedArrayBuffer(4))
let isHeld = false

process.stderr.isTTY = true
process.stderr.write = (...args: unknown[]) => {
  if (!isHeld && String(args[0]).startsWith(`${HOLD_AT} [`)) {
    isHeld = true
    writeSync(2, 'held')
    while (!existsSync(HOLD_UNTIL)) Atomics.wait(never, 0, 0, 20)
  }
  return Reflect.apply(write, process.stderr, args)
}
