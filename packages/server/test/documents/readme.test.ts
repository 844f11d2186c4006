import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, readPages } from './documents.ts'

const MAX_PICTURE_BYTES = 150_000

const pages = readPages()
const find = (path: string) => pages.find((page) => page.path === path)

test('the README has the same sections, commands and table rows in Russian as in English', () => {
  const [english, russian] = [find('README.md'), find('README.ru.md')]
  const levels = (page: typeof english) => page?.headings.map(({ level }) => level)
  const commands = (page: typeof english) => page?.blocks.map(({ text }) => text)

  assert.deepEqual(levels(russian), levels(english))
  assert.deepEqual(commands(russian), commands(english))
  assert.equal(russian?.tableRows, english?.tableRows)
})

for (const path of ['README.md', 'README.ru.md']) {
  test(`every picture of ${path} exists in light and dark and has at most 150 KB`, () => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const named = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file)

    assert.equal(named.length, 6)
    assert.deepEqual(
      named.filter((file) => statSync(join(ROOT, file)).size > MAX_PICTURE_BYTES),
      [],
    )
  })
}
