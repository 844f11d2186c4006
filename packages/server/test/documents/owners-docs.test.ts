import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, readPage } from './documents.ts'

test('the owners’ pages have the same structure in Russian and English', () => {
  const names = (language: string) =>
    globSync('**/*.md', { cwd: join(ROOT, 'docs/owners', language) }).sort()
  const shape = (language: string, name: string) => {
    const path = `docs/owners/${language}/${name}`
    const markdown = readFileSync(join(ROOT, path), 'utf8')
    const { blocks, headings, links, tableRows } = readPage(path, markdown)
    const targets = links.map((link) => link.split('#')[0]).sort()
    return { blocks, levels: headings.map(({ level }) => level), targets, tableRows }
  }

  assert.ok(names('en').length > 24)
  assert.deepEqual(names('ru'), names('en'))
  for (const name of names('en')) assert.deepEqual(shape('ru', name), shape('en', name), name)
})
