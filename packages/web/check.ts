import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Type-checks the pages. `vue-tsc` needs TypeScript 6, a dependency of this package; otherwise it would load
 * version 7 of the root. Without `--project` it would use the settings of the current directory, which
 * exclude the pages.
 */
const require = createRequire(import.meta.url)
const project = join(import.meta.dirname, 'tsconfig.json')
const cache = join(import.meta.dirname, '../../node_modules/.cache/check-web.tsbuildinfo')
process.argv.push('--noEmit', '--project', project, '--incremental', '--tsBuildInfoFile', cache)
require('vue-tsc').run(require.resolve('typescript/lib/tsc'))
