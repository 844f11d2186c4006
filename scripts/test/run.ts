import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm test` runs all tests or the given files. Arguments that begin with a dash are options of Node's
 * runner, with their value after `=`.
 */
const ALL = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts']
const RUNNER = [
  '--test',
  '--test-concurrency=3',
  '--test-global-setup=packages/server/test/start-postgres.ts',
  '--import=./scripts/test/limit-test-file.ts',
]

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))
const args = [...RUNNER, ...options, ...(files.length > 0 ? files : ALL)]
// Each file is a process, which would strip types from the same sources and compile them anew.
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'portal-test-code'), ...process.env }
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
