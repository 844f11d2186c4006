import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { joinServer } from '../../../../scripts/join-server.ts'
import { newFolder } from '../child.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const RECORD = 'node_modules/.package-lock.json'

const SAID = 'The account service of a Minecraft project.'
const SAID_JOINED = 'The joined files are in use.'

/** Makes a project with sources of its own and the libraries of this one, and joins its server. */
async function joinIn(folder: string): Promise<void> {
  for (const part of ['server/src', 'server/bin', 'server/package.json', 'contract']) {
    cpSync(join(ROOT, 'packages', part), join(folder, 'packages', part), { recursive: true })
  }
  const modules = join(ROOT, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@portal'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.') || name === '@portal') continue
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@portal/contract'))
  copyFileSync(join(ROOT, RECORD), join(folder, RECORD))
  await joinServer(folder)
  for (const file of globSync(join(folder, 'node_modules/.portal/server/*.mjs'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(SAID, SAID_JOINED))
  }
}

/** Tells whether a command runs from the joined files, and that it works either way. */
function runsJoined(folder: string): boolean {
  const portal = join(folder, 'packages/server/bin/portal.js')
  const help = execFileSync(process.execPath, [portal, '--help'], { encoding: 'utf8' })
  assert.ok(help.includes(SAID) !== help.includes(SAID_JOINED), help)
  return help.includes(SAID_JOINED)
}

test('the joined files hold ASCII alone, so that V8 keeps them in one byte a character', async () => {
  using folder = newFolder()
  await joinIn(folder.path)

  const files = globSync(join(folder.path, 'node_modules/.portal/server/*.mjs'))
  const odd = files.filter((file) => /\P{ASCII}/u.test(readFileSync(file, 'utf8')))

  assert.ok(files.length > 3)
  assert.deepEqual(odd, [])
})

test('a source that changes and keeps its size and its time is noticed', async () => {
  using folder = newFolder()
  await joinIn(folder.path)
  const source = join(folder.path, 'packages/server/src/site.ts')
  const { atime, mtime } = statSync(source)

  writeFileSync(source, readFileSync(source, 'utf8').replace('const needs', 'const Needs'))
  utimesSync(source, atime, mtime)

  assert.equal(runsJoined(folder.path), false)
})

test('the joined server is used until a source or a library changes', async () => {
  using folder = newFolder()
  const at = (file: string) => join(folder.path, file)
  await joinIn(folder.path)
  const changed = ['packages/server/src/site.ts', 'packages/contract/src/errors.ts', RECORD]
  const before = changed.map((file) => readFileSync(at(file)))

  const first = runsJoined(folder.path)
  const after = changed.map((file, index) => {
    appendFileSync(at(file), '\n')
    const joined = runsJoined(folder.path)
    writeFileSync(at(file), before[index] ?? '')
    return joined
  })
  const restored = runsJoined(folder.path)
  rmSync(at('node_modules/.portal'), { recursive: true })
  const without = runsJoined(folder.path)

  assert.deepEqual([first, after, restored, without], [true, [false, false, false], true, false])
})
