import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/**
 * Makes the heap grow by only this percentage at a time, because a small server shares its memory with a game. Call it
 * after everything is loaded: first it flushes the compile cache, because cached code fits only the V8 flags with which
 * it was compiled.
 */
export function limitHeapGrowth(percent: number): void {
  flushCompileCache()
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}
