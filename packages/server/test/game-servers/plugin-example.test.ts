import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SECOND } from '../../src/platform/clock.ts'
import { ROOT } from '../documents/documents.ts'
import { openStreamSite } from '../integrations/event-stream/stream-client.ts'
import { countIntervals } from '../support/count-intervals.ts'
import { newFolder } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

siteTest('the example program for owners gives each new player one bonus', async (site) => {
  const { port, secret } = await openStreamSite(site)
  using folder = newFolder()
  const program = exampleOf('en').replace('https://example.org', `http://127.0.0.1:${port}`)
  writeFileSync(join(folder.path, 'bonus.mjs'), program)
  writeFileSync(join(folder.path, 'portal-key.txt'), `${secret}\n`)
  using intervals = countIntervals()
  const child = spawn(process.execPath, ['bonus.mjs'], {
    cwd: folder.path,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  try {
    await waitUntil(() => intervals.periods().includes(15 * SECOND)) // its stream is open
    for (const name of ['Steve', 'Alex']) await site.player(name)

    await waitUntil(async () => (await bonusesOf(site)).every((cents) => cents > 0))
  } finally {
    child.kill()
    await ended
  }

  assert.deepEqual(await bonusesOf(site), [1000, 1000])
})

test('the example program for owners is the same in both languages', () => {
  assert.equal(exampleOf('ru'), exampleOf('en'))
})

function exampleOf(language: 'en' | 'ru'): string {
  const page = readFileSync(join(ROOT, `docs/owners/${language}/your-own-plugin.md`), 'utf8')
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? []
  assert.notEqual(program, '')
  return program
}

async function bonusesOf({ app: { db } }: Site): Promise<number[]> {
  const rows = await db.selectFrom('player').select('virtual_cents as cents').execute()
  return rows.map(({ cents }) => cents)
}
