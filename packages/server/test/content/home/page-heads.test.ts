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

/** What a document says about itself: its meta elements and links by their name. */
async function headOf(site: Site, path: string, headers: Record<string, string> = {}) {
  const { text } = await site.browser().get(path, { accept: 'text/html', ...headers })
  const said: Record<string, string> = {}
  const scripts: string[] = []
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) {
      const attrs = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      if (node.tagName === 'meta') said[attrs.name ?? attrs.property ?? ''] = attrs.content ?? ''
      if (node.tagName === 'link') said[attrs.type ?? attrs.rel ?? ''] = attrs.href ?? ''
      if (node.tagName === 'html') said.lang = attrs.lang ?? ''
      if (node.tagName === 'script') scripts.push(attrs.src ?? attrs.id ?? '')
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(text))
  return { said, scripts, text }
}

sqliteTest(
  'a shared link to a news item shows its title, its beginning and its picture',
  async (site) => {
    const alex = await newsEditor(site)
    const body = `Ores ${NASTY}`
    const news = await alex.written({ title: NASTY, body, banner: '/banner.png' })

    const { said, scripts } = await headOf(site, `/news/${news.id}`)

    assert.equal(said['og:title'], `${news.title} · Portal`)
    assert.match(news.title, /\]\]> "quoted" 'single' &/)
    assert.match(said.description ?? '', /^Ores \]\]> "quoted"/)
    assert.equal(said['og:description'], said.description)
    assert.equal(said['og:type'], 'article')
    assert.equal(said['og:url'], `https://blocks.example/news/${news.id}`)
    assert.equal(said['og:image'], 'https://blocks.example/banner.png')
    assert.equal(said['twitter:card'], 'summary_large_image')
    assert.equal(said['application/rss+xml'], '/news/feed.xml')
    assert.equal(said['application/feed+json'], '/news/feed.json')
    assert.equal(said.robots, undefined)
    assert.equal(scripts.includes('x'), false)
  },
  AT,
)

sqliteTest('a draft and an item still to come tell nothing', async (site) => {
  const alex = await newsEditor(site)
  const draft = await alex.written({ title: 'Secret plan', publishedAt: null })
  const publishedAt = isoInstant(site.now() + HOUR)
  const later = await alex.written({ title: 'Secret plan', publishedAt })

  const heads = await Promise.all([draft, later].map(({ id }) => headOf(site, `/news/${id}`)))

  for (const { text, said } of heads) {
    assert.doesNotMatch(text, /Secret/)
    assert.equal(said.robots, 'noindex')
  }
})

sqliteTest('the owner’s words and picture stand under a link to the site', async (site) => {
  const set = (name: 'homeAboutEn' | 'homeAboutRu' | 'homePicture', text: string) =>
    changeSetting(site.app, BY_OWNER, { name, text })
  await set('homeAboutEn', 'Blocks\nfor all.')
  await set('homeAboutRu', 'Кубы для всех.')
  await set('homePicture', '/pictures/gate.webp')

  const english = (await headOf(site, '/')).said
  const russian = (await headOf(site, '/', { 'accept-language': 'ru-RU' })).said

  assert.deepEqual([english.lang, english.description], ['en', 'Blocks for all.'])
  assert.deepEqual([russian.lang, russian.description], ['ru', 'Кубы для всех.'])
  assert.equal(english['og:image'], 'http://localhost:8080/pictures/gate.webp')
})

sqliteTest('pages of players and of the panel are not for search engines', async (site) => {
  const pages = ['/account', '/panel', '/reset', '/confirm', '/setup', '/no/such/page']
  const open = ['/', '/news', '/register', '/login']

  const shut = await Promise.all(pages.map((path) => headOf(site, path)))
  const shown = await Promise.all(open.map((path) => headOf(site, path)))
  await changeSetting(site.app, BY_OWNER, { name: 'keepRobotsOut', text: 'on' })
  const hidden = await headOf(site, '/')

  assert.deepEqual([...new Set(shut.map(({ said }) => said.robots))], ['noindex'])
  assert.deepEqual([...new Set(shown.map(({ said }) => said.robots))], [undefined])
  assert.equal(hidden.said.robots, 'noindex')
})

sqliteTest('the first look of the home page needs no second request', async (site) => {
  const { text } = await headOf(site, '/')

  const [, json = ''] = /id="home">([^<]*)</.exec(text) ?? []
  assert.deepEqual(JSON.parse(json), (await site.browser().get('/public/home')).body)
})

sqliteTest('a document says what it is while the database is away', async (site) => {
  await site.app.db.destroy()

  const { said } = await headOf(site, '/')

  assert.equal(said['og:title'], 'Portal')
})
