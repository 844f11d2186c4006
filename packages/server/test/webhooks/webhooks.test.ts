import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { claimLease } from '../../src/database/lease-store.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { changeWebhook } from '../../src/webhooks/change-webhook.ts'
import { listDeliveries } from '../../src/webhooks/delivery-store.ts'
import type { Delivery } from '../../src/webhooks/webhook.ts'
import { findWebhook } from '../../src/webhooks/webhook-store.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, sqliteStaffTest, staffTest } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { addWebhook, emit, LOCAL, openReceiver } from './receiver.ts'

async function statesOf(site: Site, id: string): Promise<string[]> {
  const all = await listDeliveries(site.app.db, id, { before: undefined, limit: 100 })
  return all.map(({ state }) => state)
}

sqliteTest(
  'a receiver can verify an event with the secret of the webhook',
  async (site) => {
    await using receiver = await openReceiver()
    const { secret } = await addWebhook(site, receiver.url)

    const { id } = await site.player('Steve')
    await waitUntil(() => receiver.received.length === 2)

    const [first] = receiver.received
    const headers = Object.fromEntries(
      Object.entries(first?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const now = Math.floor(site.now() / SECOND)
    assert.equal(headers['webhook-timestamp'], String(now))
    const signedNow = resign(secret, first?.id ?? '', first?.body ?? '')
    assert.equal(headers['webhook-signature'], signedNow(now))
    const event = JSON.parse(first?.body ?? '')
    assert.deepEqual(
      { type: event.type, player: event.data.player, actor: event.data.actor },
      {
        type: 'player.registered',
        player: { uuid: id, username: 'Steve' },
        actor: { kind: 'player', name: 'Steve' },
      },
    )
    assert.equal(event.id, headers['webhook-id'])
  },
  LOCAL,
)

/**
 * Makes a function that signs a body for a time in seconds. Tests compare signatures, because the library verifies none
 * whose timestamp is far from the real time.
 */
function resign(secret: string, id: string, body: string) {
  return (seconds: number) => new Webhook(secret).sign(id, new Date(seconds * 1000), body)
}

sqliteTest(
  'the old secret of a webhook also signs for 24 hours after its replacement',
  async (site) => {
    await using receiver = await openReceiver()
    const old = await addWebhook(site, receiver.url)
    const { secret } = await changeWebhook(site.app, COMMAND_LINE, old.id, { newSecret: true })

    await emit(site, ['one'])
    await waitUntil(() => receiver.received.length === 1)
    site.wait(DAY + SECOND)
    await emit(site, ['two'])
    await waitUntil(() => receiver.received.length === 2)

    const [during, after] = receiver.received.map(({ headers }) =>
      String(headers['webhook-signature']).split(' '),
    )
    assert.equal(during?.length, 2)
    assert.equal(after?.length, 1)
    assert.notEqual(secret, old.secret)
    const [, second] = receiver.received
    const at = Number(second?.headers['webhook-timestamp'])
    assert.deepEqual(after, [resign(secret ?? '', second?.id ?? '', second?.body ?? '')(at)])
  },
  LOCAL,
)

sqliteTest(
  'a failed event delays later events of the same player only',
  async (site) => {
    let isBroken = true
    await using receiver = await openReceiver(({ body }, response) => {
      const fails = isBroken && body.includes('"Steve"')
      response.writeHead(fails ? 500 : 200).end('later')
    })
    const { id } = await addWebhook(site, receiver.url)
    await site.player('Steve')
    await site.player('Alex')
    await waitUntil(
      async () => (await statesOf(site, id)).filter((state) => state === 'delivered').length === 2,
    )
    const types = () =>
      receiver.received
        .filter(({ body }) => body.includes('"Steve"'))
        .map(({ body }) => JSON.parse(body).type)
    const before = types()

    isBroken = false
    site.wait(6 * SECOND)
    await waitUntil(async () => (await statesOf(site, id)).every((state) => state === 'delivered'))

    assert.deepEqual(before, ['player.registered'])
    assert.deepEqual(types(), ['player.registered', 'player.registered', 'session.opened'])
  },
  LOCAL,
)

sqliteTest(
  'webhooks respect Retry-After, in seconds and as a date',
  async (site) => {
    const answers = ['90', new Date(site.now() + HOUR).toUTCString()]
    await using receiver = await openReceiver((_received, response) => {
      response.writeHead(429, { 'retry-after': answers.shift() ?? '1' }).end()
    })
    const { id } = await addWebhook(site, receiver.url)
    const nextAt = async () =>
      (await listDeliveries(site.app.db, id, { before: undefined, limit: 1 }))[0]?.nextAt

    await emit(site, ['one'])
    await waitUntil(async () => (await nextAt()) === site.now() + 90 * SECOND)
    site.wait(90 * SECOND)

    const date = site.now() - 90 * SECOND + HOUR
    await waitUntil(async () => (await nextAt()) === date)
    assert.equal(receiver.received.length, 2)
  },
  LOCAL,
)

staffTest(
  'a response of 410 turns a webhook off and mails the superusers',
  async (site) => {
    const owner = await openOwner(site)
    await using receiver = await openReceiver(
      (_received, response) => void response.writeHead(410).end('gone'),
    )
    const { id } = await addWebhook(site, receiver.url)

    await emit(site, ['one', 'two'])
    await waitUntil(async () => (await findWebhook(site.app.db, id))?.disabledReason === 'gone')

    const mails = (await site.mails()).filter(({ subject }) => subject?.includes('is turned off'))
    assert.deepEqual(
      mails.map(({ to }) => to?.[0]?.address),
      [owner.email],
    )
    await waitUntil(async () => (await statesOf(site, id)).every((state) => state === 'failed'))
  },
  LOCAL,
)

sqliteStaffTest(
  'a webhook whose deliveries all fail for five days is turned off',
  async (site) => {
    await openOwner(site)
    await using receiver = await openReceiver(
      (_received, response) => void response.writeHead(500).end(),
    )
    const { id } = await addWebhook(site, receiver.url)
    await emit(site, ['one'])
    await waitUntil(() => receiver.received.length === 1)
    await waitUntil(async () => (await findWebhook(site.app.db, id))?.failingSince !== null)

    site.wait(5 * DAY - MINUTE)
    await waitUntil(() => receiver.received.length >= 2)
    const before = await findWebhook(site.app.db, id)
    site.wait(2 * MINUTE)
    await waitUntil(async () => (await findWebhook(site.app.db, id))?.disabledReason === 'failing')

    assert.equal(before?.disabledAt, null)
  },
  LOCAL,
)

sqliteTest(
  'a delivered event restarts the five days of failures that turn a webhook off',
  async (site) => {
    let status = 500
    await using receiver = await openReceiver(
      (_received, response) => void response.writeHead(status).end(),
    )
    const { id } = await addWebhook(site, receiver.url)
    await emit(site, ['one'])
    await waitUntil(async () => (await findWebhook(site.app.db, id))?.failingSince !== null)

    status = 200
    site.wait(4 * DAY)
    await waitUntil(async () => (await statesOf(site, id)).every((state) => state === 'delivered'))

    await waitUntil(async () => (await findWebhook(site.app.db, id))?.failingSince === null)
  },
  LOCAL,
)

sqliteTest(
  'a redirect in response to a webhook is not followed',
  async (site) => {
    await using target = await openReceiver()
    await using receiver = await openReceiver((_received, response) => {
      response.writeHead(302, { location: target.url }).end()
    })
    const { id } = await addWebhook(site, receiver.url)

    await emit(site, ['one'])
    await waitUntil(() => receiver.received.length === 1)
    await waitUntil(async () => (await findWebhook(site.app.db, id))?.failingSince !== null)

    assert.equal(target.received.length, 0)
    assert.deepEqual(await statesOf(site, id), ['waiting'])
  },
  LOCAL,
)

siteTest(
  'another process sends the events of a killed process in order',
  async (site) => {
    await using receiver = await openReceiver()
    const gone = { name: 'webhooks', holder: 'a killed process' }
    await claimLease(site.app.db, { ...gone, now: site.now(), expiresAt: site.now() + 10 * SECOND })
    await addWebhook(site, receiver.url)
    await emit(site, ['one', 'two', 'three'])
    const before = receiver.received.length

    site.wait(11 * SECOND)
    await emit(site, ['four'], 1)
    await waitUntil(() => receiver.received.length >= 4)

    assert.equal(before, 0)
    assert.deepEqual(
      receiver.received.map(({ text }) => text),
      ['one', 'two', 'three', 'four'],
    )
  },
  { ...LOCAL, instances: 2 },
)

siteTest(
  'a delivery that is sent again precedes newer waiting deliveries with the same order key',
  async (site) => {
    let isBroken = false
    await using receiver = await openReceiver(
      (_received, response) => void response.writeHead(isBroken ? 500 : 200).end(),
    )
    const { id } = await addWebhook(site, receiver.url)
    const owner = await openOwner(site)
    const areDelivered = async () =>
      (await statesOf(site, id)).every((state) => state === 'delivered')
    await emit(site, ['old'])
    await waitUntil(async () => receiver.received.length === 3 && (await areDelivered()))
    isBroken = true
    await emit(site, ['newer'])
    await waitUntil(async () => hasFailedOnce(await find('newer')))
    site.wait(3 * SECOND)
    const reply = await owner.post(`/admin/deliveries/${(await find('old'))?.id}/resend`)
    await waitUntil(async () => hasFailedOnce(await find('old')))

    isBroken = false
    site.wait(3 * SECOND) // only the delivery of `newer` is due for a retry now
    await site.player('Steve')
    await waitUntil(() => receiver.received.some(({ body }) => body.includes('"Steve"')))
    site.wait(3 * SECOND)
    await waitUntil(areDelivered)

    assert.equal(reply.status, 204)
    const texts = receiver.received.map(({ text }) => text)
    assert.deepEqual(
      texts.filter((text) => text === 'old' || text === 'newer'),
      ['old', 'newer', 'old', 'old', 'newer'],
    )

    async function find(text: string) {
      const event = receiver.received.find((one) => one.text === text)?.id
      const all = await listDeliveries(site.app.db, id, { before: undefined, limit: 10 })
      return all.find(({ eventId }) => eventId === event)
    }
  },
  LOCAL,
)

function hasFailedOnce(delivery: Delivery | undefined): boolean {
  return delivery?.state === 'waiting' && delivery.tries === 1
}
