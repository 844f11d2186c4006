import assert from 'node:assert/strict'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { HOUR, isoInstant } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from '../news/news-editor.ts'

const NASTY = `]]> "quoted" 'single' & <script src=x></script>`
const AT = { env: { PUBLIC_URL: 'https://blocks.example' } }

/** Returns the metadata of a document: its meta elements and links by name. */
async function headOf(site: Site, path: string, headers: Record<string, string> = {}) {
  const { text } = await site.browser().get(path, { accept: 'text/html', ...headers })
  const meta: Record<string, string> = {}
  const scripts: string[] = []
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) {
      const attrs = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      if (node.tagName === 'meta') meta[attrs.name ?? attrs.property ?? ''] = attrs.content ?? ''
      if (node.tagName === 'link') meta[attrs.type ?? attrs.rel ?? ''] = attrs.href ?? ''
      if (node.tagName === 'html') meta.lang = attrs.lang ?? ''
      if (node.tagName === 'script') scripts.push(attrs.src ?? attrs.id ?? '')
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(text))
  return { meta, scripts, text }
}

sqliteTest(
  'the link preview of a news item has its title, summary and picture',
  async (site) => {
    const alex = await newsEditor(site)
    const body = `Ores ${NASTY}`
    const news = await alex.written({ title: NASTY, body, banner: '/banner.png' })

    const { meta, scripts } = await headOf(site, `/news/${news.id}`)

    assert.equal(meta['og:title'], `${news.title} · Portal`)
    assert.match(news.title, /\]\]> "quoted" 'single' &/)
    assert.match(meta.description ?? '', /^Ores \]\]> "quoted"/)
    assert.equal(meta['og:description'], meta.description)
    assert.equal(meta['og:type'], 'article')
    assert.equal(meta['og:url'], `https://blocks.example/news/${news.id}`)
    assert.equal(meta['og:image'], 'https://blocks.example/banner.png')
    assert.equal(meta['twitter:card'], 'summary_large_image')
    assert.equal(meta['application/rss+xml'], '/news/feed.xml')
    assert.equal(meta['application/feed+json'], '/news/feed.json')
    assert.equal(meta.robots, undefined)
    assert.equal(scripts.includes('x'), false)
  },
  { ...AT, settings: { keepRobotsOut: 'off' } },
)

sqliteTest('drafts and scheduled news items have no link preview', async (site) => {
  const alex = await newsEditor(site)
  const draft = await alex.written({ title: 'Secret plan', publishedAt: null })
  const publishedAt = isoInstant(site.now() + HOUR)
  const later = await alex.written({ title: 'Secret plan', publishedAt })

  const heads = await Promise.all([draft, later].map(({ id }) => headOf(site, `/news/${id}`)))

  for (const { text, meta } of heads) {
    assert.doesNotMatch(text, /Secret/)
    assert.equal(meta.robots, 'noindex')
  }
})

sqliteTest(
  'the link preview of the site has the configured description and picture',
  async (site) => {
    const set = (name: 'homeAboutEn' | 'homeAboutRu' | 'homePicture', text: string) =>
      changeSetting(site.app, BY_OWNER, { name, text })
    await set('homeAboutEn', 'Blocks\nfor all.')
    await set('homeAboutRu', 'Кубы для всех.')
    await set('homePicture', '/pictures/gate.webp')

    const english = (await headOf(site, '/')).meta
    const russian = (await headOf(site, '/', { 'accept-language': 'ru-RU' })).meta

    assert.deepEqual([english.lang, english.description], ['en', 'Blocks for all.'])
    assert.deepEqual([russian.lang, russian.description], ['ru', 'Кубы для всех.'])
    assert.equal(english['og:image'], 'http://localhost:8080/pictures/gate.webp')
  },
)

sqliteTest(
  'account and admin pages are not indexed',
  async (site) => {
    const pages = ['/account', '/panel', '/reset', '/confirm', '/setup', '/no/such/page']
    const open = ['/', '/news', '/register', '/login']

    const shut = await Promise.all(pages.map((path) => headOf(site, path)))
    const shown = await Promise.all(open.map((path) => headOf(site, path)))
    await changeSetting(site.app, BY_OWNER, { name: 'keepRobotsOut', text: 'on' })
    const hidden = await headOf(site, '/')

    assert.deepEqual([...new Set(shut.map(({ meta }) => meta.robots))], ['noindex'])
    assert.deepEqual([...new Set(shown.map(({ meta }) => meta.robots))], [undefined])
    assert.equal(hidden.meta.robots, 'noindex')
  },
  { settings: { keepRobotsOut: 'off' } },
)

sqliteTest(
  'the HTML of the home page contains the data that the page shows',
  async (site) => {
    const { text } = await headOf(site, '/')

    const [, json = ''] = /id="home">([^<]*)</.exec(text) ?? []
    assert.deepEqual(JSON.parse(json), (await site.browser().get('/public/home')).body)
  },
  { settings: { homePage: 'home' } },
)

sqliteTest('a page has default metadata while the database is unavailable', async (site) => {
  await site.app.db.destroy()

  const { meta } = await headOf(site, '/')

  assert.equal(meta['og:title'], 'Portal · Minecraft server')
})
