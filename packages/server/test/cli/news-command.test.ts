import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPublishedNews } from '../../src/content/news/list-news.ts'
import { HOUR, isoInstant, systemClock } from '../../src/platform/clock.ts'
import { newsTraces } from '../content/news/news-editor.ts'
import { runPortal } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

function news(site: Site, ...args: string[]) {
  return runPortal(['news', ...args], site.env)
}

async function json(site: Site, ...args: string[]) {
  const { code, stdout, stderr } = await news(site, ...args, '--json')
  assert.deepEqual([code, stderr], [DONE, ''])
  return JSON.parse(stdout)
}

siteTest('news create can publish, schedule or draft an item', async (site) => {
  const file = join(site.dataDir, 'news.html')
  writeFileSync(file, '<p>Hello <b>world</b></p><script>x</script>')
  const soon = isoInstant(systemClock.now() + HOUR)

  const created = await json(site, 'create', '--title', '*One*', '--body', '- a\n- **b**')
  const options = ['--body-file', file, '--format', 'html', '--publish-at', soon]
  const later = await json(site, 'create', '--title', '<i>Two</i>', ...options)
  const draft = await json(site, 'create', '--title', 'Three', '--body', 'x', '--draft')
  const list = await json(site, 'list')
  const first = await json(site, 'list', '--limit', '1')

  const { id, publishedAt } = created
  assert.deepEqual(created, { id, state: 'published', publishedAt, title: 'One' })
  assert.deepEqual(later, { id: later.id, state: 'scheduled', publishedAt: soon, title: 'Two' })
  assert.deepEqual(draft, { id: draft.id, state: 'draft', publishedAt: null, title: 'Three' })
  assert.deepEqual([list, first], [[draft, later, created], [draft]])

  const now = systemClock.now() + 2 * HOUR
  const published = await listPublishedNews(site.app, { limit: 20, now })
  const shown = published.map(({ title, body }) => [title, body])
  assert.deepEqual(shown, [
    ['Two', 'Hello world'],
    ['One', '• a\n• b'],
  ])
  const actors = (await newsTraces(site, 'news.created')).map(({ actor, ip }) => [actor, ip])
  assert.deepEqual(actors, Array(3).fill(['command', null]))
})

sqliteTest('without --json news commands print lines and tables', async (site) => {
  const empty = await news(site, 'list')
  const created = await news(site, 'create', '--title', 'One', '--body', 'x', '--draft')
  const list = await news(site, 'list')

  assert.equal(empty.stdout, '(none)\n')
  assert.match(created.stdout, /^id: [0-9a-f-]{36}\nstate: draft\npublishedAt: —\ntitle: One\n$/)
  assert.match(list.stdout, /^id +state +publishedAt +title\n[0-9a-f-]{36} +draft +— +One\n$/)
})

sqliteTest('news create refuses an invalid title, text or file', async (site) => {
  const missing = join(site.dataDir, 'missing.html')
  const commands = [
    ['--title', '<br>', '--body', 'x'],
    ['--title', 'x'.repeat(201), '--body', 'x'],
    ['--title', 'x', '--body', 'x'.repeat(100_001)],
    ['--title', 'x', '--body-file', missing],
  ]

  const ended = await Promise.all(commands.map((args) => news(site, 'create', ...args)))

  const sizes = 'error: a title is 1 to 200 characters and a text at most 100,000\n'
  const markup = 'This title is empty without its markup.'
  assert.deepEqual(
    ended.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
    [
      [REFUSED, '', `error: request.invalid: title: ${markup}\n`],
      [WRONG_USAGE, '', sizes],
      [WRONG_USAGE, '', sizes],
      [REFUSED, '', `error: cannot read ${missing} (ENOENT)\n`],
    ],
  )
  assert.deepEqual(await json(site, 'list'), [])
})

sqliteTest('a news command with wrong arguments exits with 2', async (site) => {
  const text = ['--title', 'x', '--body', 'x']
  const commands = [
    ['create', '--body', 'x'],
    ['create', '--title', 'x'],
    ['create', ...text, '--body-file', 'y'],
    ['create', ...text, '--format', 'bbcode'],
    ['create', ...text, '--publish-at', 'tomorrow'],
    ['create', ...text, '--publish-at', '2030-02-30T00:00:00Z'],
    ['create', ...text, '--publish-at', ''],
    ['create', ...text, '--publish-at', '2030-01-01T00:00:00Z', '--draft'],
    ['create', ...text, '--link', 'https://a.example'],
    ['list', '--limit', '0'],
    ['list', '--limit', '101'],
    ['list', '--limit', 'all'],
    ['delete'],
  ]

  const ended = await Promise.all(commands.map((args) => news(site, ...args)))

  const wrong = ended.map(({ code, stdout, stderr }) => [code, stdout, stderr === ''])
  assert.deepEqual(wrong, Array(commands.length).fill([WRONG_USAGE, '', false]))
  assert.deepEqual(await json(site, 'list'), [])
})
