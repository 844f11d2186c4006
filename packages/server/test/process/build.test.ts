import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { version } from '../../src/platform/version.ts'
import { childEnvironment } from '../support/run-in-process.ts'
import { freePort, newFolder } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const OUTDATED = 'warning: packages/server/dist is older than the sources; run: npm run build\n'

/** Copies the program, its build and its sources, and links the installed libraries. */
function copyProject(folder: string): void {
  const copy = { recursive: true, preserveTimestamps: true }
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  for (const part of [
    'server/src',
    'server/bin',
    'server/dist',
    'server/package.json',
    'contract',
  ]) {
    cpSync(join(ROOT, 'packages', part), join(folder, 'packages', part), copy)
  }
  mkdirSync(join(folder, 'node_modules/@portal'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@portal') continue
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@portal/contract'))
}

/** Runs one command of a copied project, and returns its exit code and output. */
function run(folder: string, args: string[], ...flags: string[]) {
  const portal = join(folder, 'packages/server/bin/portal.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, portal, ...args], {
    env: childEnvironment({ DATA_DIR: join(folder, 'data') }),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Runs `npm run dev` in a copied project, and ends npm and all of its processes after the test. */
function startDev(folder: string, port: string) {
  const env = {
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: port,
    npm_config_cache: folder,
    npm_config_update_notifier: 'false',
  }
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: childEnvironment(env),
    detached: true,
  })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  return {
    starts: () => output.split('is serving at').length - 1,
    restarts: () => output.includes('Restarting '),
    [Symbol.dispose]: () => void process.kill(-(npm.pid ?? 0), 'SIGKILL'), // the whole process group
  }
}

test('a build that is newer than the sources runs without a warning', () => {
  using folder = newFolder()
  copyProject(folder.path)

  const { status, stdout, stderr } = run(folder.path, ['news', 'list', '--json'])

  assert.deepEqual([status, JSON.parse(stdout), stderr], [0, [], ''])
})

test('an outdated build runs after a warning that names the build command', () => {
  for (const source of ['server/src/server.ts', 'contract/src/index.ts']) {
    using folder = newFolder()
    copyProject(folder.path)
    appendFileSync(join(folder.path, 'packages', source), '\n')

    const { status, stdout, stderr } = run(folder.path, ['--version'])

    assert.deepEqual([status, stdout.trim(), stderr], [0, version, OUTDATED], source)
  }
})

test('without a build, a command prints one line that names the build command', () => {
  using folder = newFolder()
  copyProject(folder.path)
  rmSync(join(folder.path, 'packages/server/dist'), { recursive: true })

  const { status, stderr } = run(folder.path, ['serve'])

  assert.deepEqual(
    [status, stderr],
    [1, 'error: packages/server/dist is missing; run: npm run build\n'],
  )
})

test('an installation without sources runs its build', () => {
  using folder = newFolder()
  copyProject(folder.path)
  for (const part of ['server/src', 'contract/src']) {
    rmSync(join(folder.path, 'packages', part), { recursive: true })
  }

  const { status, stdout, stderr } = run(folder.path, ['news', 'list', '--json'])

  assert.deepEqual([status, JSON.parse(stdout), stderr], [0, [], ''])
})

test('a stack trace of the built server names source files and lines', () => {
  using folder = newFolder()
  copyProject(folder.path)
  const preload = join(folder.path, 'fail.cjs')
  writeFileSync(
    preload,
    `const fs = require('node:fs')
    const read = fs.readFileSync
    fs.readFileSync = (file, ...rest) => {
      if (String(file).endsWith('server/package.json')) throw new Error('unreadable')
      return read(file, ...rest)
    }
    require('node:module').syncBuiltinESMExports()`,
  )

  const { status, stderr } = run(folder.path, ['serve'], '--require', preload)

  assert.equal(status, 1)
  assert.match(
    stderr,
    /Error: unreadable[\s\S]*packages\/server\/src\/platform\/version\.ts:\d+:\d+/,
  )
})

test('`npm run dev` starts the sources and restarts them after a change', async () => {
  using folder = newFolder()
  copyProject(folder.path)
  const port = String(await freePort())
  using dev = startDev(folder.path, port)
  await waitUntil(() => dev.starts() === 1)

  await waitUntil(async () => {
    appendFileSync(join(folder.path, 'packages/server/src/server.ts'), '\n')
    await sleep(1000) // Node may begin to watch a file only after the site has started
    return dev.restarts()
  })

  await waitUntil(() => dev.starts() === 2)
})
