import assert from 'node:assert/strict'
import { siteTest } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { LOCAL, openReceiver } from '../webhooks/receiver.ts'
import { command, DONE, json, REFUSED, WRONG_USAGE } from './command.ts'

siteTest(
  'a webhook created by command receives the next change of the running site',
  async (site) => {
    await using receiver = await openReceiver()
    await site.app.webhooks.start()
    const made = await json(site, [
      'webhook',
      'create',
      'Bot',
      receiver.url,
      '--events',
      'player.registered',
    ])

    await site.player('Steve')
    await waitUntil(() => receiver.received.length === 1)

    assert.match(made.secret, /^whsec_[A-Za-z0-9+/=]{40,}$/)
    assert.deepEqual(Object.keys(made), ['id', 'secret'])
    const listed = await json(site, ['webhook', 'list'])
    assert.deepEqual(
      listed.map(({ id, enabled }: { id: string; enabled: boolean }) => ({ id, enabled })),
      [{ id: made.id, enabled: true }],
    )
    const [delivery] = await json(site, ['webhook', 'deliveries', made.id])
    assert.equal(delivery.type, 'player.registered')
    await json(site, ['webhook', 'resend', delivery.id])
    await waitUntil(() => receiver.received.length === 2)
  },
  LOCAL,
)

siteTest('sending all events to a Discord channel causes a warning', async (site) => {
  const url = 'https://discord.example/api/webhooks/1/secret'
  const create = ['webhook', 'create', 'News', url, '--json']
  const all = await command(site, [...create, '--format', 'discord'])
  const chosen = [...create, '--format', 'discord', '--events', 'news.published']
  const some = await command(site, chosen)
  const standard = await command(site, create)
  const change = ['webhook', 'change', JSON.parse(some.stdout).id]
  const renamed = await command(site, [...change, '--name', 'Updates'])
  const widened = await command(site, [...change, '--events', 'all'])

  const warning = /^warning: .*sign-ins, changed settings and changed balances.*--events\n$/
  assert.match(all.stderr, warning)
  assert.match(widened.stderr, warning)
  assert.deepEqual(Object.keys(JSON.parse(all.stdout)), ['id', 'secret'])
  for (const { code, stderr } of [some, standard, renamed])
    assert.deepEqual([code, stderr], [DONE, ''])
})

siteTest(
  'commands can change, test and delete webhooks',
  async (site) => {
    await using receiver = await openReceiver()
    const { id } = await json(site, ['webhook', 'create', 'Bot', receiver.url])

    const tested = await json(site, ['webhook', 'test', id])
    const renewed = await json(site, ['webhook', 'change', id, '--new-secret', '--name', 'Robot'])
    const off = await json(site, ['webhook', 'change', id, '--disable'])
    const unknown = await command(site, ['webhook', 'change', id, '--events', 'player.flew'])
    const inside = await command(site, ['webhook', 'create', 'Bad', 'https://10.0.0.1/'])
    const text = ['webhook', 'text', id, 'player.banned']
    const written = await json(site, [...text, '{player}: {reason}'])
    const shown = await json(site, text)
    const restored = await json(site, [...text, ''])
    const wrong = await command(site, [...text, '{player} {why}'])
    const deleted = await command(site, ['webhook', 'delete', id])
    const gone = await command(site, ['webhook', 'delete', id])

    assert.equal(tested.state, 'delivered')
    assert.match(renewed.secret, /^whsec_/)
    assert.deepEqual(off, { id, enabled: false })
    assert.deepEqual([written.text, shown.text], ['{player}: {reason}', '{player}: {reason}'])
    assert.notEqual(restored.text, shown.text)
    assert.equal(wrong.code, WRONG_USAGE)
    const codes = [unknown, inside, deleted, gone].map(({ code }) => code)
    assert.deepEqual(codes, [WRONG_USAGE, REFUSED, DONE, REFUSED])
  },
  LOCAL,
)
