import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { staticPages } from '../../server/src/http/pages/static-pages.ts'

const ADMIN_PAGES = join(import.meta.dirname, '../src/pages/admin/admin-pages.ts')

test('the server sends every page of the panel when its address is opened directly', () => {
  const served = staticPages({ document: '', style: '', files: [] }).map(({ path }) => named(path))

  const paths = Array.from(
    readFileSync(ADMIN_PAGES, 'utf8').matchAll(/ path: '([^']+)'/g),
    ([, path = '']) => path,
  )

  assert.ok(paths.length > 20)
  assert.deepEqual(
    paths.filter((path) => !served.includes(named(path))),
    [],
  )
})

function named(path: string): string {
  return path.replace(/:\w+/g, ':id')
}
