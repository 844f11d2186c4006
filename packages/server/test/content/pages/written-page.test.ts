import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsTraces } from '../news/news-editor.ts'
import { pageEditor } from './page-editor.ts'

const NOON = '2030-01-01T12:00:00.000Z'

sqliteTest('visitors can read a page written in two languages', async (site) => {
  const alex = await pageEditor(site)

  const created = await alex.create({
    titleEn: ' Rules \u202e of\nthe server ',
    titleRu: 'Правила',
    bodyEn: '# One\n\nBe **kind**. <script>x</script>[shop](/shop)',
    bodyRu: 'Будьте добры.',
    place: 'both',
    published: true,
  })
  const read = await site.browser().get('/public/pages/rules-of-the-server')

  const shop = '<a href="http://localhost:8080/shop" rel="noopener nofollow">shop</a>'
  const htmlEn = `<h1>One</h1>\n<p>Be <strong>kind</strong>. ${shop}</p>`
  const { id, ...rest } = created.body
  assert.deepEqual(rest, {
    slug: 'rules-of-the-server',
    titleEn: 'Rules of the server',
    titleRu: 'Правила',
    bodyEn: '# One\n\nBe **kind**. <script>x</script>[shop](/shop)',
    bodyRu: 'Будьте добры.',
    htmlEn,
    htmlRu: '<p>Будьте добры.</p>',
    place: 'both',
    publishedAt: NOON,
    mustAgree: false,
    edition: 0,
    version: 1,
    createdAt: NOON,
    updatedAt: NOON,
    author: alex.id,
    authorName: 'Alex',
  })
  assert.deepEqual((await alex.show(id)).body, created.body)
  assert.deepEqual(read.body, {
    slug: 'rules-of-the-server',
    texts: {
      en: { title: 'Rules of the server', html: htmlEn },
      ru: { title: 'Правила', html: '<p>Будьте добры.</p>' },
    },
    updatedAt: NOON,
  })
  assert.deepEqual(await newsTraces(site, 'page.created'), [
    {
      action: 'page.created',
      actor: alex.id,
      target: '/pages/rules-of-the-server',
      ip: '127.0.0.1',
      before: null,
      after: { titleEn: 'Rules of the server', titleRu: 'Правила', publishedAt: NOON },
    },
  ])
})

sqliteTest('an unchanged page returns 304', async (site) => {
  const alex = await pageEditor(site)
  await alex.written()

  const first = await site.browser().get('/public/pages/rules')
  const again = await site
    .browser()
    .get('/public/pages/rules', { 'if-none-match': String(first.headers.etag) })

  assert.deepEqual([first.headers['cache-control'], again.status], ['no-cache', 304])
})

sqliteTest('managing pages requires the permission to edit pages', async (site) => {
  const alex = await pageEditor(site)
  const { id } = await alex.written()
  const steve = await site.player('Steve')
  const calls = [
    ['GET', '/admin/pages'],
    ['POST', '/admin/pages'],
    ['PUT', '/admin/page-order'],
    ['GET', `/admin/pages/${id}`],
    ['PATCH', `/admin/pages/${id}`],
    ['DELETE', `/admin/pages/${id}`],
    ['GET', `/admin/pages/${id}/versions`],
    ['GET', `/admin/pages/${id}/versions/1`],
  ] as const

  const replies = calls.map(([method, path]) =>
    site.browser().send(method, path, {}, bearer(steve.accessToken)),
  )

  const outcomes = (await Promise.all(replies)).map(outcome)
  assert.deepEqual(
    outcomes,
    calls.map(() => '403 auth.forbidden'),
  )
})

siteTest('only editors can see the draft of a page', async (site) => {
  const alex = await pageEditor(site)
  const draft = await alex.written({ place: 'both', published: false })

  const [read, config, map] = await Promise.all([
    site.browser().get('/public/pages/rules'),
    site.browser().get('/config'),
    site.browser().get('/sitemap.xml'),
  ])
  const published = await alex.change(draft.id, { version: 1, published: true })
  const then = await site.browser().get('/public/pages/rules')
  await alex.change(draft.id, { version: 2, published: false })
  const gone = await site.browser().get('/public/pages/rules')

  assert.deepEqual([outcome(read), config.body.pages], ['404 page.notfound', []])
  assert.doesNotMatch(map.text, /rules/)
  assert.deepEqual([published.body.publishedAt, then.status], [NOON, 200])
  assert.equal(outcome(gone), '404 page.notfound')
})

sqliteTest('a page is refused without a title for each of its texts', async (site) => {
  const alex = await pageEditor(site)
  const fieldsOf = async (page: object) =>
    (await alex.create(page)).body.fields.map(({ field }: { field: string }) => field)

  const nothing = await fieldsOf({})
  const untitled = await fieldsOf({ titleEn: 'Rules', bodyRu: 'Текст' })
  const blank = await fieldsOf({ titleEn: ' \u0007 ', bodyEn: 'x' })
  const links = await fieldsOf({ titleRu: 'x', bodyRu: bomb() })

  assert.deepEqual(nothing, ['titleEn', 'titleRu'])
  assert.deepEqual([untitled, blank], [['titleRu'], ['titleEn', 'titleRu']])
  assert.deepEqual(links, ['bodyRu'])
  assert.deepEqual((await alex.list()).body.items, [])
})

/** Returns Markdown that defines a link once and uses it so often that the page would have megabytes. */
function bomb(): string {
  return `[a]: https://a.example/${'x'.repeat(2000)}\n\n${'[a] '.repeat(9000)}`
}

sqliteTest('deleting a page deletes its versions', async (site) => {
  const alex = await pageEditor(site)
  const { id } = await alex.written({ place: 'menu' })
  await alex.change(id, { version: 1, bodyEn: 'Be very kind.' })
  site.wait(MINUTE)

  const deleted = await alex.delete(id)
  const again = await alex.delete(id)

  const left = await site.app.db.selectFrom('page_version').selectAll().execute()
  const replies = [again, await alex.show(id), await alex.versions(id), await alex.version(id, 1)]
  assert.equal(deleted.status, 204)
  assert.deepEqual(
    replies.map(outcome),
    replies.map(() => '404 page.notfound'),
  )
  assert.deepEqual([left, (await site.browser().get('/config')).body.pages], [[], []])
})

siteTest('a site has at most a hundred pages', async (site) => {
  const alex = await pageEditor(site)
  for (let number = 0; number < 100; number += 1) await alex.written({ slug: `page-${number}` })

  const one = await alex.create({ titleEn: 'One more' })

  assert.equal(outcome(one), '409 page.toomany')
})

sqliteTest(
  'a page without a text in the reader’s language is shown in the site’s language',
  async (site) => {
    const alex = await pageEditor(site)
    await alex.written({ titleEn: '', bodyEn: '', titleRu: 'Правила', slug: 'rules' })
    await alex.written({ titleEn: 'Start', titleRu: 'Начало', slug: 'start' })
    await changeSetting(site.app, BY_OWNER, { name: 'defaultLanguage', text: 'ru' })
    await site.browser().get('/config') // the setting is read again
    const titleOf = async (path: string, language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { text } = await site.browser().get(path, headers)
      return /<title>(.*?)<\/title>/.exec(text)?.[1]
    }

    const titles = await Promise.all([
      titleOf('/pages/rules', 'en'),
      titleOf('/pages/start', 'en'),
      titleOf('/pages/start', 'fr'),
    ])

    assert.deepEqual(titles, ['Правила · Portal', 'Start · Portal', 'Начало · Portal'])
  },
)
