import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from '../news/news-editor.ts'

const AT = { env: { PUBLIC_URL: 'https://blocks.example' } }

sqliteTest(
  'the sitemap lists only published pages',
  async (site) => {
    const alex = await newsEditor(site)
    const news = await alex.written()
    await alex.written({ publishedAt: null })

    const robots = (await site.browser().get('/robots.txt')).text
    const map = (await site.browser().get('/sitemap.xml')).text

    for (const path of ['/panel', '/account', '/auth/', '/admin/', '/docs']) {
      assert.ok(robots.includes(`\nDisallow: ${path}\n`), path)
    }
    assert.match(robots, /^Sitemap: https:\/\/blocks\.example\/sitemap\.xml$/m)
    assert.deepEqual(
      [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url),
      ['/', '/news', '/register', `/news/${news.id}`].map(
        (path) => `https://blocks.example${path}`,
      ),
    )
  },
  { ...AT, settings: { homePage: 'home', keepRobotsOut: 'off' } },
)

sqliteTest('with keepRobotsOut on, no page may be indexed', async (site) => {
  await changeSetting(site.app, BY_OWNER, { name: 'keepRobotsOut', text: 'on' })

  const robots = (await site.browser().get('/robots.txt')).text
  const map = (await site.browser().get('/sitemap.xml')).text

  assert.equal(robots, 'User-agent: *\nDisallow: /\n')
  assert.doesNotMatch(map, /<loc>/)
})

sqliteTest('the web app manifest has the site’s name and logo', async (site) => {
  await changeSetting(site.app, BY_OWNER, { name: 'siteName', text: 'Кубоград "7"' })
  await changeSetting(site.app, BY_OWNER, { name: 'logoUrl', text: '/logo.webp' })

  const reply = await site.browser().get('/site.webmanifest')

  const { name, start_url, display, icons } = reply.body
  assert.equal(reply.headers['content-type'], 'application/manifest+json; charset=utf-8')
  assert.deepEqual([name, start_url, display], ['Кубоград "7"', '/account', 'standalone'])
  assert.deepEqual(
    icons.map(({ src }: { src: string }) => src),
    ['/logo.webp', '/icon-192.png', '/icon-512.png'],
  )
  for (const size of [192, 512]) {
    const icon = await site.browser().get(`/icon-${size}.png`)
    assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/png'])
  }
})
