import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupTests } from './groups.ts'
import { kindOf } from './kinds.ts'

/**
 * `npm test` runs all tests, or those of the given files and folders. With `--quick` it skips tests that need a
 * browser, a child process or PostgreSQL, and runs the others on SQLite alone. Further arguments that begin with a dash
 * are options of Node's runner, with their value after `=`.
 */
const ALL = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts']
const RUNNER = [
  '--test',
  `--test-concurrency=${Math.max(6, availableParallelism())}`, // more than there are cores, because a process waits two thirds of its time
  '--test-global-setup=packages/server/test/support/start-postgres.ts',
  '--import=./scripts/test/limit-test-file.ts',
]
const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

const given = process.argv.slice(2)
const isQuick = given.includes('--quick')
const options = given.filter((argument) => argument.startsWith('-') && argument !== '--quick')
const named = given.filter((argument) => !argument.startsWith('-'))
const files = named.length > 0 ? named.flatMap(testsIn) : globSync(ALL)
const chosen = isQuick ? files.filter((file) => kindOf(file) === 'plain') : files
if (chosen.length === 0) throw new Error('no test to run') // without a file, Node would run all

const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'portal-tests-'))
chmodSync(folder, 0o755) // PostgreSQL runs as another user
const env = {
  // Compiled and unpacked files stay on disk for the next run.
  NODE_COMPILE_CACHE: join(tmpdir(), 'portal-test-code'),
  TEST_CACHE: tmpdir(),
  ...process.env,
  TMPDIR: folder,
  ...(isQuick && { TEST_QUICK: 'yes' }),
}
const args = [...RUNNER, ...options, ...groupTests(chosen, folder)]
try {
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function testsIn(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? globSync(join(path, '**/*.test.ts')) : [path]
}

/** Whether Linux has room in memory for the databases of tests, which live for a second. */
function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM
}
