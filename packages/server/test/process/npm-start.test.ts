import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { childEnvironment } from '../support/run-in-process.ts'
import { freePort, newFolder } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const ROOT = join(import.meta.dirname, '../../../..')

const quietNpm = (cache: string) => ({
  npm_config_cache: cache,
  npm_config_update_notifier: 'false',
})

/** Runs npm and its shell, and ends them and their processes after the test. */
function npmStart(env: Record<string, string>) {
  const options = {
    cwd: ROOT,
    env: childEnvironment(env),
    detached: true,
    stdio: 'ignore',
  } as const
  const npm: ChildProcess = spawn('npm', ['start'], options)
  const ended = once(npm, 'exit')
  return {
    npm,
    ended,
    [Symbol.dispose]() {
      try {
        process.kill(-(npm.pid ?? 0), 'SIGKILL') // the process group, which also contains orphans
      } catch {
        // no process was left
      }
    },
  }
}

test('SIGTERM to `npm start` stops the server', async () => {
  using folder = newFolder()
  const port = String(await freePort())
  const env = { DATA_DIR: join(folder.path, 'data'), HOST: '127.0.0.1', PORT: port }
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      () => true,
      () => false,
    )
  using started = npmStart({ ...env, ...quietNpm(folder.path) })
  await waitUntil(answers)

  started.npm.kill('SIGTERM')
  const [code] = await started.ended

  assert.deepEqual([code, await answers()], [0, false])
})

test('package.json, the service and the image pass the same memory options to Node', () => {
  const flagsIn = (file: string) =>
    readFileSync(join(ROOT, file), 'utf8').match(/--m\w+-semi-space-size=[48]\b/g)

  const flags = ['package.json', 'deploy/portal.service', 'deploy/Dockerfile'].map(flagsIn)

  const both = ['--min-semi-space-size=4', '--max-semi-space-size=8']
  assert.deepEqual(flags, [[...both, ...both], both, both])
})

test('if a library is missing for Node, the error names its package', () => {
  using folder = newFolder()
  const bin = join(folder.path, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  mkdirSync(join(folder.path, 'scripts'))
  for (const file of ['package.json', 'scripts/why-no-node.sh']) {
    cpSync(join(ROOT, file), join(folder.path, file))
  }
  const loader = 'node: error while loading shared libraries: libatomic.so.1: cannot open'
  writeFileSync(join(bin, 'node'), `#!/bin/sh\necho '${loader}' >&2\nexit 127\n`, { mode: 0o755 })
  const run = (...words: string[]) =>
    spawnSync('npm', words, {
      cwd: folder.path,
      env: childEnvironment(quietNpm(folder.path)),
      encoding: 'utf8',
    })

  for (const { status, stderr } of [run('start'), run('run', 'prepare')]) {
    assert.equal(status, 1)
    assert.match(stderr, /^error: the Node that npm ci installed .*apt install libatomic1/m)
  }
})
