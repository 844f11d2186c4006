import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { isAddressAllowed } from '../../src/platform/outbound/guarded-post.ts'
import { upsertSetting } from '../../src/settings/setting-store.ts'
import { listDeliveries } from '../../src/webhooks/delivery-store.ts'
import { testWebhook } from '../../src/webhooks/send-again.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, openStaff, sqliteStaffTest } from '../support/staff.ts'
import { addWebhook, LOCAL, openReceiver } from './receiver.ts'

const REFUSED = [
  'http://example.org/',
  'ftp://example.org/',
  'not an address',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://127.0.0.1./',
  'https://10.0.0.1/',
  'https://172.16.3.4/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:0:7f00:1]/',
  'https://[2001:0:7f00:1::]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://localhost/',
  'https://LOCALHOST./x',
  'https://a.localhost/',
  'https://a.localhost.:8443/',
  'https://user:password@example.org/',
  'https://user@example.org/',
]

test('a webhook address in a private network, without TLS or with credentials is refused', () => {
  const allowed = REFUSED.filter((url) => isAddressAllowed(url, []))

  assert.deepEqual(allowed, [])
})

test('webhooks to public addresses are allowed', () => {
  const urls = [
    'https://example.org/hook',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]:8443/a',
    'https://localhost.example.org/',
    'https://notlocalhost/',
  ]

  const allowed = urls.filter((url) => isAddressAllowed(url, []))

  assert.deepEqual(allowed, urls)
})

test('an allowed host is compared as text, with or without its port, in any letter case', () => {
  const hosts = ['127.0.0.1:8080', 'bot.local', '[::1]', 'localhost:9000']
  const urls = {
    'http://127.0.0.1:8080/': true,
    'http://127.0.0.1:8081/': false,
    'http://BOT.local/': true,
    'http://bot.local:99/': true,
    'http://bot.local.evil.example/': false,
    'http://[::1]:5/': true,
    'http://user@bot.local/': false,
    'http://localhost:9000/': true,
    'https://LOCALHOST.:9000/': true,
    'https://localhost/': false,
  }

  const allowed = Object.keys(urls).map((url) => isAddressAllowed(url, hosts))

  assert.deepEqual(allowed, Object.values(urls))
})

siteTest(
  'a webhook reaches a private host only while allowedWebhookHosts names it',
  async (site) => {
    await using receiver = await openReceiver()
    const { id } = await addWebhook(site, receiver.url)
    const before = await testWebhook(site.app, COMMAND_LINE, id)

    await upsertSetting(site.app.db, { name: 'allowedWebhookHosts', value: '' })
    site.wait(5 * SECOND)
    const after = await testWebhook(site.app, COMMAND_LINE, id)

    assert.equal(before.state, 'delivered')
    assert.deepEqual([after.state, after.status], ['failed', null])
    assert.equal(receiver.received.length, 1)
  },
  LOCAL,
)

sqliteStaffTest(
  'only superusers change the hosts for webhooks, and only managers see webhooks',
  async (site) => {
    const owner = await openOwner(site)
    const staff = await openStaff(site, 'Alex', {
      nodes: ['panel.access', 'panel.settings.edit', 'panel.webhooks.manage'],
    })
    const other = await openStaff(site, 'Steve', { nodes: ['panel.access', 'panel.settings.edit'] })
    const hosts = { allowedWebhookHosts: '10.0.0.5:8080' }

    const replies = [
      await staff.patch('/admin/settings', hosts),
      await owner.patch('/admin/settings', hosts),
      await staff.get('/admin/webhooks'),
      await other.get('/admin/webhooks'),
      await staff.post('/admin/webhooks', { name: 'Bot', url: 'http://10.0.0.5:8080/' }),
      await staff.post('/admin/webhooks', { name: 'Bot', url: 'http://10.0.0.5:8081/' }),
      await staff.post('/admin/webhooks', { name: 'Bot', url: 'https://localhost./' }),
      await staff.post('/admin/webhooks', {
        name: 'Bot',
        url: 'https://a.example/',
        events: ['no.such'],
      }),
    ]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [403, 200, 200, 403, 201, 400, 400, 400],
    )
    const secret = replies[4]?.body.secret
    assert.match(secret, /^whsec_/)
    assert.ok(!JSON.stringify((await staff.get('/admin/webhooks')).body).includes(secret))
    const mails = (await site.mails()).filter(({ subject }) => subject?.includes('webhook Bot'))
    assert.deepEqual(
      mails.map(({ to }) => to?.[0]?.address),
      [owner.email],
    )
  },
)

sqliteTest(
  'up to 1 KB of a receiver’s response is stored',
  async (site) => {
    await using receiver = await openReceiver(
      (_received, response) => void response.end('x'.repeat(5000)),
    )
    const { id } = await addWebhook(site, receiver.url)

    await testWebhook(site.app, COMMAND_LINE, id)

    const [delivery] = await listDeliveries(site.app.db, id, { before: undefined, limit: 1 })
    assert.equal(delivery?.answer?.length, 1024)
  },
  LOCAL,
)
