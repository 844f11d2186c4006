import { existsSync, writeSync } from 'node:fs'

/*
 * Loaded before the program (`--import`): makes it believe that its stderr is a terminal, so that it draws its bar,
 * and stops its only thread when the bar shows the step of HOLD_AT, until there is a file of the name in
 * HOLD_UNTIL. Whoever waits for `held` on stderr can kill it there, in the middle of that step.
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
