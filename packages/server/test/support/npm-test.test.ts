import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { childEnvironment } from './run-in-process.ts'
import { newFolder } from './server-process.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Runs `npm test -- --quick …` on generated files; without `--quick` it would prepare PostgreSQL each time. */
function npmTest(files: Record<string, string>, options: string[] = [], env = {}) {
  using folder = newFolder()
  const paths = Object.entries(files).map(([name, source]) => {
    const path = join(folder.path, name)
    writeFileSync(path, `import { test } from 'node:test'\n${source}`)
    return path
  })
  const npm = { npm_config_cache: folder.path, npm_config_update_notifier: 'false' }
  const args = ['test', '--', '--quick', ...options, ...paths]
  const { status, stdout } = spawnSync('npm', args, {
    cwd: ROOT,
    env: childEnvironment({ ...npm, ...env }),
    encoding: 'utf8',
    timeout: 120_000, // without the limit under test it would never end
  })
  const totalOf = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(stdout)?.[1])
  return { status, stdout, tests: totalOf('tests'), pass: totalOf('pass'), fail: totalOf('fail') }
}

test('npm test with a file name runs only that file, with the project’s Node', () => {
  const files = {
    'named.test.js': "test('a', () => console.log(process.version)); test('b', () => {})",
  }

  const all = npmTest(files)
  const some = npmTest(files, ['--test-name-pattern=^b$'])

  assert.deepEqual([all.status, all.tests, all.pass], [0, 2, 2])
  assert.match(all.stdout, new RegExp(`^${process.version}$`, 'm'))
  assert.deepEqual([some.status, some.tests, some.pass], [0, 1, 1])
})

test('npm test names a test file that never ends', () => {
  const files = {
    'open.test.js': "test('a', async () => (await import('node:http')).createServer().listen(0))",
    'loop.test.js': "test('b', () => { for (;;); })",
  }
  const fine = { 'fine.test.js': "test('c', () => {})" }
  const short = { TEST_FILE_SECONDS: '2' }

  const alone = npmTest({ 'open.test.js': files['open.test.js'] }, [], short)
  const beside = npmTest({ ...fine, 'loop.test.js': files['loop.test.js'] }, [], short)

  assert.deepEqual([alone.status, alone.fail, beside.status, beside.fail], [1, 1, 1, 1])
  assert.match(alone.stdout, /open\.test\.js has not ended within 2 s \(latest test: a\)$/m)
  assert.match(beside.stdout, /loop\.test\.js has not ended within 2 s \(latest test: b\)$/m)
})

test('npm test --quick skips child processes, browsers and PostgreSQL', () => {
  const source = (site: string) =>
    `import { siteTest } from '${pathToFileURL(join(import.meta.dirname, site))}'
     siteTest('a', async ({ database }) => console.log('on ' + database))`
  const files = {
    'plain.test.js': source('site.ts'),
    'child.test.js': "import 'node:child_process'; test('b', () => {})",
    'browser.test.js': "import { chromium } from 'playwright-core'; test('c', () => chromium)",
    'postgres.test.js': "test('d', () => openSite('PostgreSQL'))",
  }

  const { status, stdout, tests } = npmTest(files)

  assert.deepEqual([status, tests], [0, 1])
  assert.deepEqual(stdout.match(/^on \w+$/gm), ['on SQLite'])
})

test('npm test names the failed one of several files in one process', () => {
  const files = {
    'one.test.js': "test('a', () => console.log('pid ' + process.pid))",
    'two.test.js':
      "await new Promise((go) => setTimeout(go, 500)); test('b', () => { throw new Error(String(process.pid)) })",
  }

  const { status, stdout, tests, fail } = npmTest(files)

  const [, pid] = /^pid (\d+)$/m.exec(stdout) ?? []
  assert.deepEqual([status, tests, fail], [1, 2, 1])
  assert.match(stdout, /^test at \S*two\.test\.js:2/m)
  assert.match(stdout, new RegExp(`Error: ${pid}$`, 'm'))
})
