import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from './child.ts'
import { worldOf } from './run-here.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Runs `npm test -- …` on planted files, on the PostgreSQL that already runs. */
function npmTest(files: Record<string, string>, options: string[], env = {}) {
  using folder = newFolder()
  const paths = Object.entries(files).map(([name, source]) => {
    const path = join(folder.path, name)
    writeFileSync(path, `import { test } from 'node:test'\n${source}`)
    return path
  })
  const { TEST_DATABASE_URL = '' } = process.env
  const npm = { npm_config_cache: folder.path, npm_config_update_notifier: 'false' }
  const { status, stdout } = spawnSync('npm', ['test', '--', ...options, ...paths], {
    cwd: ROOT,
    env: worldOf({ TEST_DATABASE_URL, ...npm, ...env }),
    encoding: 'utf8',
    timeout: 120_000, // without the limit under test it would never end
  })
  const totalOf = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(stdout)?.[1])
  return { status, stdout, tests: totalOf('tests'), pass: totalOf('pass'), fail: totalOf('fail') }
}

test('a named file is run by the project’s Node, and no other file is', () => {
  const files = {
    'named.test.js': "test('a', () => console.log(process.version)); test('b', () => {})",
  }

  const all = npmTest(files, [])
  const some = npmTest(files, ['--test-name-pattern=^b$'])

  assert.deepEqual([all.status, all.tests, all.pass], [0, 2, 2])
  assert.match(all.stdout, new RegExp(`^${process.version}$`, 'm'))
  assert.deepEqual([some.status, some.tests, some.pass], [0, 1, 1])
})

test('a test file that never ends fails by its name', () => {
  const files = {
    'open.test.js': "test('a', async () => (await import('node:http')).createServer().listen(0))",
    'loop.test.js': "test('b', () => { for (;;); })",
  }

  const { status, stdout, fail } = npmTest(files, [], { TEST_FILE_SECONDS: '2' })

  assert.deepEqual([status, fail], [1, 2])
  for (const name of Object.keys(files)) {
    assert.match(stdout, new RegExp(`^✖ \\S*${name} \\(`, 'm'))
    assert.match(stdout, new RegExp(`${name} has not ended within 2 s$`, 'm'))
  }
})
