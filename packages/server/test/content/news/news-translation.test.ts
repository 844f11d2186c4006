import assert from 'node:assert/strict'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor, newsTraces } from './news-editor.ts'

const TRANSLATION = { locale: 'ru', title: 'Сезон **два**', body: 'Он *начался*.' } as const

siteTest('visitors get a news item with its translation', async (site) => {
  const alex = await newsEditor(site)

  const entry = await alex.written({ translation: TRANSLATION })
  site.wait(1000)
  const plain = await alex.written({ title: 'Only English' })

  const visitor = site.browser()
  const list = await visitor.get('/public/news')
  const item = await visitor.get(`/public/news/${entry.id}`)
  const shown = { locale: 'ru', title: 'Сезон два' }
  const html = '<p>Он <em>начался</em>.</p>'
  assert.deepEqual(entry.translation, { ...shown, body: TRANSLATION.body, html })
  assert.deepEqual(item.body.translation, { ...shown, html })
  assert.deepEqual([item.body.title, item.body.html], ['Season two', '<p>It begins.</p>'])
  assert.deepEqual(
    list.body.items.map(({ translation }: { translation?: object }) => translation),
    [undefined, { ...shown, summary: 'Он начался.' }],
  )
  assert.deepEqual(plain.translation, undefined)
})

siteTest(
  'a news translation is kept until a change of the item replaces or removes it',
  async (site) => {
    const alex = await newsEditor(site)
    const { id } = await alex.written({ translation: TRANSLATION })
    const change = async (changes: object) => {
      site.wait(1000)
      return alex.change(id, changes)
    }

    const kept = await change({ tag: 'Update' })
    const changed = await change({ translation: { ...TRANSLATION, title: 'Новый сезон' } })
    const html = await change({ format: 'html' })
    const removed = await change({ translation: null })

    assert.deepEqual(
      [kept, changed, html, removed].map(({ body }) => [
        body.translation?.title,
        body.translation?.html,
      ]),
      [
        ['Сезон два', '<p>Он <em>начался</em>.</p>'],
        ['Новый сезон', '<p>Он <em>начался</em>.</p>'],
        ['Новый сезон', 'Он *начался*.'],
        [undefined, undefined],
      ],
    )
    const traces = await newsTraces(site, 'news.changed')
    assert.deepEqual(traces.at(1)?.after, {
      translationTitle: 'Новый сезон',
      translationBody: '13 characters',
    })
    assert.deepEqual(traces.at(-1)?.after, { translationTitle: null, translationBody: null })
  },
)

sqliteTest('the refusal of an invalid news translation names the invalid field', async (site) => {
  const alex = await newsEditor(site)
  const news = (translation: object) => alex.create({ title: 'a', body: 'b', translation })
  const picture =
    '![](/pictures/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.png)'

  const replies = await Promise.all([
    news({ ...TRANSLATION, title: '' }),
    news({ ...TRANSLATION, title: '<i></i>' }),
    news({ ...TRANSLATION, locale: 'de' }),
    news({ locale: 'ru', title: 'Сезон' }),
    news({ ...TRANSLATION, body: picture }),
  ])

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.fields[0].field]),
    [
      [400, 'translation.title'],
      [400, 'translation.title'],
      [400, 'translation.locale'],
      [400, 'translation.body'],
      [400, 'translation.body'],
    ],
  )
})

sqliteTest('the panel finds news by the title of its translation', async (site) => {
  const alex = await newsEditor(site)
  const { id } = await alex.written({ translation: TRANSLATION })

  const found = await alex.list({ query: 'сезон' })

  assert.deepEqual(
    found.body.items.map((item: { id: string }) => item.id),
    [id],
  )
})

sqliteTest(
  'the link preview of a news item has the title in the requested language',
  async (site) => {
    const alex = await newsEditor(site)
    const { id } = await alex.written({ translation: TRANSLATION })

    const read = (language: string) =>
      site.browser().get(`/news/${id}`, { accept: 'text/html', 'accept-language': language })
    const [russian, english] = await Promise.all([read('ru'), read('en')])

    assert.match(russian.text, /og:title" content="Сезон два/)
    assert.match(english.text, /og:title" content="Season two/)
  },
)
