import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sources } from '../../src/import/sources/sources.ts'
import { everySource } from '../import/every-source.ts'
import { ROOT } from './documents.ts'

test('the table in docs/moving-in.md matches what the tests import', async () => {
  const text = readFileSync(join(ROOT, 'docs/moving-in.md'), 'utf8')
  const told = text.split('\n').filter((line) => /^\| `[a-z]+` \| \d/.test(line))
  const all = await everySource()

  assert.deepEqual(
    all.map(({ source }) => source).toSorted(),
    sources.flatMap(({ name, places }) => (places.includes('file') ? [] : name)).toSorted(),
  )
  assert.deepEqual(
    told,
    all.map(({ source, rows, leftOut, withoutEmail, signingIn, kinds }) => {
      const counts = [rows, rows - leftOut, leftOut, withoutEmail, `${signingIn} of ${signingIn}`]
      return `| ${[`\`${source}\``, ...counts, kinds.join(', ')].join(' | ')} |`
    }),
  )
})
