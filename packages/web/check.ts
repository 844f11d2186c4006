import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Checks the types of the pages. `vue-tsc` works on TypeScript 6, which is this package's own; the
 * rest of the house has 7, and would be found first. Without its own settings named, it would take
 * those of the folder it is called from, which leave the pages out.
 */
const require = createRequire(import.meta.url)
process.argv.push('--noEmit', '--project', join(import.meta.dirname, 'tsconfig.json'))
require('vue-tsc').run(require.resolve('typescript/lib/tsc'))
