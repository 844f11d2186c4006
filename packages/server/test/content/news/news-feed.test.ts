import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from './news-editor.ts'

const AT = { env: { PUBLIC_URL: 'https://blocks.example' } }

sqliteTest(
  'the JSON feed lists published news with absolute URLs',
  async (site) => {
    const alex = await newsEditor(site)
    const news = await alex.written({
      title: 'Ores',
      tag: 'Update',
      link: '/shop',
      banner: '/b.png',
    })
    await alex.written({ title: 'Draft', publishedAt: null })
    await changeSetting(site.app, BY_OWNER, { name: 'defaultLanguage', text: 'ru' })

    const { body, headers } = await site.browser().get('/news/feed.json')

    const url = `https://blocks.example/news/${news.id}`
    assert.equal(headers['content-type'], 'application/feed+json; charset=utf-8')
    assert.deepEqual(body, {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Portal: новости',
      description: 'Что нового на Portal.',
      language: 'ru',
      home_page_url: 'https://blocks.example/news',
      feed_url: 'https://blocks.example/news/feed.json',
      items: [
        {
          id: url,
          url,
          external_url: 'https://blocks.example/shop',
          title: 'Ores',
          content_text: 'It begins.',
          date_published: news.publishedAt,
          image: 'https://blocks.example/b.png',
          tags: ['Update'],
        },
      ],
    })
  },
  AT,
)

sqliteTest('an unchanged feed returns 304', async (site) => {
  const alex = await newsEditor(site)
  await alex.written()
  const ask = (path: string, tag = '') => site.browser().get(path, { 'if-none-match': tag })

  for (const path of ['/news/feed.xml', '/news/feed.json']) {
    const first = await ask(path)
    const same = await ask(path, String(first.headers.etag))
    await alex.written({ title: path })
    const changed = await ask(path, String(first.headers.etag))

    assert.deepEqual([first.status, same.status, changed.status], [200, 304, 200])
    assert.ok(changed.text.includes(path))
  }
})
