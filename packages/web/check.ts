import { createRequire } from 'node:module'

/**
 * Checks the types of the pages. `vue-tsc` works on TypeScript 6, which is this package's own; the
 * rest of the house has 7, and would be found first.
 */
const require = createRequire(import.meta.url)
process.argv.push('--noEmit')
require('vue-tsc').run(require.resolve('typescript/lib/tsc'))
