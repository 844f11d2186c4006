import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupTests } from './groups.ts'
import { kindOf } from './kinds.ts'

/**
 * `npm test` runs all tests or the given files. With `--quick` it runs those that need no browser, no
 * child process and no PostgreSQL, and the others' stories on SQLite alone. Further arguments that begin
 * with a dash are options of Node's runner, with their value after `=`.
 */
const ALL = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts']
const RUNNER = [
  '--test',
  '--test-concurrency=3',
  '--test-global-setup=packages/server/test/support/start-postgres.ts',
  '--import=./scripts/test/limit-test-file.ts',
]
const MEMORY = '/dev/shm'
const ROOM = 2 * 1024 ** 3

const given = process.argv.slice(2)
const isQuick = given.includes('--quick')
const options = given.filter((argument) => argument.startsWith('-') && argument !== '--quick')
const named = given.filter((argument) => !argument.startsWith('-'))
const files = named.length > 0 ? named : globSync(ALL)
const chosen = isQuick ? files.filter((file) => kindOf(file) === 'plain') : files

const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'portal-tests-'))
chmodSync(folder, 0o755) // PostgreSQL runs as another user
const env = {
  // What is compiled and unpacked stays on the disk for the next run.
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

/** Databases of tests live for a second: where Linux has room in memory, they never see a disk. */
function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM
}
