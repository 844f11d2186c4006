import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { Refusal } from '../../../src/platform/errors.ts'
import { outcome } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from '../news/news-editor.ts'

const COMMAND = { actor: 'command', ip: null }
const NOWHERE_SHOWN = ['http://pictures.example/a.png', 'http://localhost:8081/a.png']
const SHOWN = ['https://pictures.example/a.png', 'http://localhost:8080/a.png', '/a.png', '']

sqliteTest('a news banner that the content security policy blocks is refused', async (site) => {
  const alex = await newsEditor(site)
  const news = await alex.written()

  for (const banner of NOWHERE_SHOWN) {
    const replies = [
      await alex.change(news.id, { banner }),
      await alex.create({ title: 'Castle', body: '', banner }),
    ]
    for (const reply of replies) {
      assert.equal(outcome(reply), '400 request.invalid')
      assert.equal(reply.body.fields[0].field, 'banner')
      assert.match(reply.body.fields[0].message, /upload the picture instead/)
    }
  }
  for (const banner of SHOWN) assert.equal((await alex.change(news.id, { banner })).status, 200)
})

sqliteTest('a logo or icon that the content security policy blocks is refused', async (site) => {
  for (const name of ['logoUrl', 'iconUrl'] as const) {
    for (const text of NOWHERE_SHOWN) {
      assert.deepEqual(await refusal(site, name, text), [{ field: name, keyword: 'unshown' }])
    }
    for (const text of SHOWN) assert.equal(await refusal(site, name, text), undefined)
  }
})

sqliteTest(
  'settings remain readable with a stored logo that the content security policy blocks',
  async (site) => {
    const before = { name: 'logoUrl', value: 'http://pictures.example/a.png' }
    await site.app.db.insertInto('setting').values(before).execute()

    site.app.settings.invalidate()

    assert.equal((await site.app.settings.read()).logoUrl, before.value)
  },
)

async function refusal(site: Site, name: 'logoUrl' | 'iconUrl', text: string) {
  try {
    await changeSetting(site.app, COMMAND, { name, text })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.details.fields
    throw error
  }
}
