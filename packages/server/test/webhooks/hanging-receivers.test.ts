import assert from 'node:assert/strict'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { addWebhook, emit, LOCAL, openReceiver } from './receiver.ts'

const COUNT = 100

sqliteTest(
  'fifty hanging receivers of webhooks do not delay fifty working receivers',
  async (site) => {
    await using receiver = await openReceiver()
    await using deaf = await openReceiver(() => undefined)
    for (let n = 0; n < COUNT; n += 1)
      await addWebhook(site, n % 2 === 0 ? receiver.url : deaf.url, `Bot ${n}`)

    await emit(site, ['one', 'two', 'three'])
    await waitUntil(() => receiver.received.length === (COUNT / 2) * 3)
    await waitUntil(() => deaf.received.length >= COUNT / 2)
    const delivered = new Set(receiver.received.map(({ id }) => id))
    const { id } = await site.player('Steve')
    const mails = await site.mails()

    assert.equal(delivered.size, 3)
    assert.ok(id)
    assert.equal(mails.length, 1)
  },
  { settings: { ...LOCAL.settings, emailConfirmation: 'on' } },
)
