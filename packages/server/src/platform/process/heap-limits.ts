import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Makes the heap grow by so many percent at a time from now on: a small server shares its memory with a
 * game. Code that was compiled before fits only the flags it was compiled with, Node's own code too. So this
 * is called when everything is loaded, and the compiled code is kept for the next start before.
 */
export function growHeapSparingly(percent: number): void {
  flushCompileCache()
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
