import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { changeNews, removeNews } from '../../../src/content/news/change-news.ts'
import { deleteUnreferencedPictures } from '../../../src/content/pictures/delete-unreferenced-pictures.ts'
import { outcome, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from '../news/news-editor.ts'
import { keptPictures, pngFile, postPicture, uploaded } from './picture-files.ts'

const DAY = 86_400_000
const ROUNDS = 12
const COMMAND = { actor: 'command', ip: null }

siteTest(
  'concurrent uploads of one picture store it once',
  async (site) => {
    const alex = await newsEditor(site)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        postPicture({ ...alex, browser: site.browser({ instance: n % 2 }) }, pngFile()),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 20 })
    assert.deepEqual(await keptPictures(site), { [String(replies[0]?.body.url)]: site.now() })
  },
  { instances: 2 },
)

siteTest(
  'a picture is deleted 30 days after the last reference to it in a text or setting is removed',
  async (site) => {
    const alex = await newsEditor(site)
    const [inText, asBanner, asLogo, unused] = await Promise.all(
      [1, 2, 3, 4].map((n) => uploaded(alex, pngFile(n))),
    )
    const news = await alex.written({ body: `![a castle](${inText})`, banner: asBanner })
    const twin = await alex.written({ body: `<img src="${inText}">`, format: 'html' })
    await changeSetting(site.app, COMMAND, { name: 'logoUrl', text: String(asLogo) })
    const uploadedAt = site.now()
    const shown = await keptPictures(site)

    site.wait(31 * DAY)
    await deleteUnreferencedPictures(site.app)
    const afterAMonth = Object.keys(await keptPictures(site)).sort()
    await changeNews(site.app, COMMAND, news.id, { body: '', banner: null })
    await changeSetting(site.app, COMMAND, { name: 'logoUrl', text: '' })
    const releasedAt = site.now()
    const released = await keptPictures(site)
    await removeNews(site.app, COMMAND, twin.id)
    site.wait(30 * DAY)
    await deleteUnreferencedPictures(site.app)
    const onTheLastDay = Object.keys(await keptPictures(site)).length
    site.wait(1)
    await deleteUnreferencedPictures(site.app)

    assert.deepEqual(shown, {
      [String(inText)]: null,
      [String(asBanner)]: null,
      [String(asLogo)]: null,
      [String(unused)]: uploadedAt,
    })
    assert.deepEqual(afterAMonth, [inText, asBanner, asLogo].map(String).sort())
    assert.deepEqual(released, {
      [String(inText)]: null,
      [String(asBanner)]: releasedAt,
      [String(asLogo)]: releasedAt,
    })
    assert.equal(onTheLastDay, 3)
    assert.deepEqual(await keptPictures(site), {})
  },
)

sqliteTest(
  'uploading an unreferenced picture again restarts its retention period',
  async (site) => {
    const alex = await newsEditor(site)
    const url = await uploaded(alex, pngFile())
    site.wait(29 * DAY)
    const accessToken = String((await alex.browser.refresh()).body.accessToken)
    await uploaded({ ...alex, accessToken }, pngFile())
    const uploadedAt = site.now()
    site.wait(29 * DAY)

    await deleteUnreferencedPictures(site.app)

    assert.deepEqual(await keptPictures(site), { [url]: uploadedAt })
  },
)

sqliteTest('a text that refers to a missing picture is refused', async (site) => {
  const alex = await newsEditor(site)
  const gone = `/pictures/${'0'.repeat(64)}.webp`
  const news = await alex.written()

  const replies = [
    await alex.create({ title: 'Castle', body: `![](${gone})` }),
    await alex.change(news.id, { banner: gone }),
  ]

  assert.deepEqual(replies.map(outcome), ['400 request.invalid', '400 request.invalid'])
  assert.deepEqual(
    replies.map(({ body }) => body.fields.map(({ field }: { field: string }) => field)),
    [['body'], ['banner']],
  )
  assert.match(replies[0]?.body.fields[0].message, /not on the site any more/)
})

siteTest(
  'a picture is kept if a text starts to use it during the cleanup, unless saving that text is refused',
  async (site) => {
    const alex = await newsEditor(site)
    const outcomes = new Set<string>()

    for (let round = 0; round < ROUNDS; round += 1) {
      const url = await uploaded(alex, pngFile(round))
      await site.app.db.updateTable('picture').set({ released_at: 1 }).execute()
      const sweep = (n: number) => deleteUnreferencedPictures(site.instances[n]?.app ?? site.app)
      const jobs = [0, 1, 2, 3].map(async (n) => {
        const browser = site.browser({ instance: n % 2 })
        const item = { title: `Castle ${round}`, body: `![](${url})` }
        const [reply] = await Promise.all([
          browser.send('POST', '/admin/news', item, {
            authorization: `Bearer ${alex.accessToken}`,
          }),
          n % 2 ? sweep(n % 2) : undefined,
        ])
        return reply
      })

      const replies = await Promise.all(jobs)

      const kept = await keptPictures(site)
      for (const reply of replies) {
        outcomes.add(outcome(reply))
        if (reply.status === 200) assert.equal(kept[url], null, 'what is shown is kept')
      }
      for (const { id } of (await alex.list()).body.items) await alex.delete(id)
    }

    for (const one of outcomes) assert.match(one, /^(200|400 request.invalid)$/)
  },
  { instances: 2 },
)

siteTest(
  'after concurrent changes of a news item, exactly the pictures that it then contains count as used',
  async (site) => {
    const alex = await newsEditor(site)
    const urls = await Promise.all([1, 2, 3, 4].map((n) => uploaded(alex, pngFile(n))))
    const news = await alex.written()

    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) => {
        const [one, two] = [urls[n % 4], urls[(n * 3 + 1) % 4]]
        const browser = site.browser({ instance: n % 2 })
        const changes = n % 2 ? { body: `![](${one}) ![](${two})` } : { banner: one }
        return browser.send('PATCH', `/admin/news/${news.id}`, changes, {
          authorization: `Bearer ${alex.accessToken}`,
        })
      }),
    )

    assert.deepEqual(tally(replies), { 200: 16 })
    const { html, banner } = (await alex.show(news.id)).body
    const shown = urls.filter((url) => `${html} ${banner}`.includes(url)).sort()
    const kept = Object.entries(await keptPictures(site)).filter(([, at]) => at === null)
    assert.deepEqual(kept.map(([url]) => url).sort(), shown)
  },
  { instances: 2 },
)
