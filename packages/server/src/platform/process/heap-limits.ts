import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Makes the heap grow by this percentage at a time: a small server shares its memory with a game. Cached code fits
 * only the V8 flags with which it was compiled, so the compile cache is flushed first, after everything is loaded.
 */
export function limitHeapGrowth(percent: number): void {
  flushCompileCache()
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
