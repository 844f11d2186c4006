import { spawnSync } from 'node:child_process'

/**
 * `npm test`: all tests there are, or the files that are named. What begins with a dash is an option
 * of Node's runner, its value behind `=`.
 */
const ALL = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts']
const RUNNER = [
  '--test',
  '--test-concurrency=3',
  '--test-global-setup=packages/server/test/start-postgres.ts',
  '--import=./scripts/limit-test-file.ts',
]

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))
const args = [...RUNNER, ...options, ...(files.length > 0 ? files : ALL)]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
