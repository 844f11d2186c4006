import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from './documents.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('all packages have the version of the newest section of CHANGELOG.md', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? []
  const paths = ['package.json', ...globSync('{packages/*,lab}/package.json', { cwd: ROOT })]
  const versions = paths.map((path) => [path, JSON.parse(read(path)).version])
  const { packages } = JSON.parse(read('package-lock.json'))
  const locked = paths.map((path) => packages[path.replace(/\/?package\.json$/, '')].version)

  assert.ok(newest)
  assert.deepEqual(
    versions,
    paths.map((path) => [path, newest]),
  )
  assert.deepEqual(
    locked,
    paths.map(() => newest),
  )
})
