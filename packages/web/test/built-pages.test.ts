import assert from 'node:assert/strict'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../../server/test/support/server-process.ts'
import { requireFreshPages } from './built-pages.ts'

const OUTDATED = /^Error: packages\/web\/dist is older .*run: npm run build -w packages\/web$/

/** Writes a source, and a built page that is `newerBy` seconds newer. */
function writePages(folder: string, newerBy: number): void {
  for (const [file, time] of [
    ['src/pages/Home.vue', 100],
    ['dist/index.html', 100 + newerBy],
  ] as const) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), '')
    utimesSync(join(folder, file), time, time)
  }
}

test('page tests refuse a build that is older than a source, with the command to run', () => {
  using folder = newFolder()
  writePages(folder.path, -1)

  assert.throws(() => requireFreshPages(folder.path), OUTDATED)
})

test('page tests refuse a missing build, with the command to run', () => {
  using folder = newFolder()
  mkdirSync(join(folder.path, 'src'))
  writeFileSync(join(folder.path, 'src/main.ts'), '')

  assert.throws(() => requireFreshPages(folder.path), OUTDATED)
})

test('page tests accept a build that is newer than every source', () => {
  using folder = newFolder()
  writePages(folder.path, 1)

  requireFreshPages(folder.path)
})
