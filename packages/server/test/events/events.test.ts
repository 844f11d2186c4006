import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { speaksPostgres } from '../../src/database/database.ts'
import { removeConsumer } from '../../src/events/consumer-store.ts'
import { newEvent } from '../../src/events/event.ts'
import {
  deleteOldEvents,
  insertEvent,
  listEvents,
  numberEvents,
} from '../../src/events/event-store.ts'
import { recordExpiry } from '../../src/events/record-expiry.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { KEY } from '../audit/idempotent-endpoints.ts'
import { openTebex, SECRET } from '../purchases/tebex-shop.ts'
import { enableTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, sqliteStaffTest, staffTest } from '../support/staff.ts'
import { readData, readEvents, recordEvents } from './read-events.ts'

sqliteTest('events are recorded only while they have a reader', async (site) => {
  await site.player('Steve')
  const before = await readEvents(site)
  await recordEvents(site)

  await site.player('Alex')
  const after = await readEvents(site)

  assert.deepEqual(before, [])
  assert.deepEqual(
    after.map(({ type }) => type),
    ['player.registered', 'session.opened'],
  )
  await removeConsumer(site.app.db, 'test')
  await site.player('Herobrine')
  assert.equal((await readEvents(site)).length, 2)
})

sqliteTest('a change that fails records no event', async (site) => {
  await recordEvents(site)

  const failing = change(site.app, COMMAND_LINE, async ({ emit }) => {
    emit('role.changed', { id: 'builder' })
    throw new Error('not after all')
  })

  await assert.rejects(failing, /not after all/)
  assert.deepEqual(await readEvents(site), [])
})

siteTest('a change that is retried after a conflict records its event once', async (site) => {
  await recordEvents(site)
  const mayConflict = speaksPostgres(site.app.db)
  let tries = 0

  await change(site.app, COMMAND_LINE, async ({ emit }) => {
    tries += 1
    emit('role.changed', { id: 'builder' })
    if (mayConflict && tries === 1)
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
  })

  assert.equal(tries, mayConflict ? 2 : 1)
  assert.equal((await readEvents(site)).length, 1)
})

staffTest('twenty requests with one idempotency key record one event', async (site) => {
  await recordEvents(site)
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  const body = { reason: 'griefing', expiresAt: null }
  const headers = { authorization: `Bearer ${owner.accessToken}`, 'idempotency-key': KEY }
  const ban = () => owner.browser.send('POST', `/admin/players/${id}/ban`, body, headers)

  const replies = await Promise.all(Array.from({ length: 20 }, ban))

  assert.ok(
    replies.every(({ status }) => status < 300),
    JSON.stringify(replies[0]),
  )
  const bans = await readData(site, 'player.banned')
  assert.deepEqual(bans, [
    {
      player: { uuid: id, username: 'Steve' },
      actor: { kind: 'staff', name: 'Owner' },
      reason: 'griefing',
      until: null,
    },
  ])
})

siteTest('an event of a transaction that commits late is not skipped', async (site) => {
  if (!speaksPostgres(site.app.db)) return // SQLite has one writing transaction at a time
  await recordEvents(site)
  const held = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const late = site.app.db.transaction().execute(async (tx) => {
    await insertEvent(tx, newEvent(site.app, 'role.changed', { id: 'late' }, null))
    entered.resolve()
    await held.promise
  })
  await entered.promise
  await change(site.app, COMMAND_LINE, async ({ emit }) => emit('role.changed', { id: 'second' }))

  await numberEvents(site.app.db)
  const first = await listEvents(site.app.db, 0, 10)
  held.resolve()
  await late
  await numberEvents(site.app.db)
  const rest = await listEvents(site.app.db, first.at(-1)?.number ?? 0, 10)

  assert.deepEqual(
    first.map(({ data }) => JSON.parse(data).id),
    ['second'],
  )
  assert.deepEqual(
    rest.map(({ data }) => JSON.parse(data).id),
    ['late'],
  )
})

siteTest(
  'a reader that resumes by number misses no event while two processes write',
  async (site) => {
    await recordEvents(site)
    const count = 60
    let isDone = false
    const seen: string[] = []
    const reading = (async () => {
      for (let last = 0, again = true; again; ) {
        again = !isDone
        await numberEvents(site.app.db)
        const events = await listEvents(site.app.db, last, 7)
        seen.push(...events.map(({ id }) => id))
        last = events.at(-1)?.number ?? last
        again ||= events.length > 0
      }
    })()

    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        change(site.instances[n % 2]?.app ?? site.app, COMMAND_LINE, async ({ emit }) =>
          emit('role.changed', { id: String(n) }),
        ),
      ),
    )
    isDone = true
    await reading

    assert.equal(seen.length, count)
    assert.equal(new Set(seen).size, count)
  },
  { instances: 2 },
)

staffTest('deleting a player removes the name from stored events', async (site) => {
  await recordEvents(site)
  const owner = await openOwner(site)
  const { id } = await site.player('Steve')
  await owner.post(`/admin/players/${id}/ban`, { reason: 'Steve is a griefer', expiresAt: null })
  await owner.patch(`/admin/players/${id}`, { username: 'Stephen' })

  const reply = await owner.post(`/admin/players/${id}/delete`, {
    username: 'Stephen',
    reason: 'asked by mail',
  })
  const events = await readEvents(site)

  assert.ok(reply.status < 300, JSON.stringify(reply))
  assert.doesNotMatch(JSON.stringify(events), /Steve|Stephen/)
  const deleted = events.filter(({ type }) => type === 'player.deleted')
  assert.deepEqual(
    deleted.map(({ data }) => data),
    [{ player: { uuid: id, username: null }, actor: { kind: 'staff', name: 'Owner' } }],
  )
})

staffTest(
  'a rank or ban that expires is recorded as ended once',
  async (site) => {
    await recordEvents(site)
    const owner = await openOwner(site)
    await owner.post('/admin/groups', { id: 'vip', name: 'VIP', permissions: [] })
    const { id } = await site.player('Steve')
    await owner.post(`/admin/players/${id}/groups`, { group: 'vip', days: 1 })
    const expiresAt = new Date(site.now() + HOUR).toISOString()
    await owner.post(`/admin/players/${id}/ban`, { reason: 'spam', expiresAt })
    await recordExpiry(site.app)
    const before = await readData(site, 'player.unbanned')

    site.wait(HOUR + SECOND)
    await Promise.all(site.instances.map(({ app }) => recordExpiry(app)))
    site.wait(DAY)
    await Promise.all(site.instances.map(({ app }) => recordExpiry(app)))
    site.wait(MINUTE)
    await recordExpiry(site.app)

    assert.deepEqual(before, [])
    const player = { uuid: id, username: 'Steve' }
    const actor = { kind: 'system', name: null }
    const ban = { player, actor, reason: 'spam', until: expiresAt }
    assert.deepEqual(await readData(site, 'player.unbanned'), [ban])
    const ended = await readData(site, 'player.group_ended')
    assert.deepEqual(
      ended.map(({ group, source }) => ({ group, source })),
      [{ group: 'vip', source: 'expiry' }],
    )
  },
  { instances: 2 },
)

sqliteStaffTest('a rank that begins later is recorded when it begins', async (site) => {
  await recordEvents(site)
  const owner = await openOwner(site)
  await owner.post('/admin/groups', { id: 'vip', name: 'VIP', permissions: [] })
  const { id } = await site.player('Steve')
  const startsAt = new Date(site.now() + DAY).toISOString()
  await owner.post(`/admin/players/${id}/groups`, { group: 'vip', days: 1, startsAt })
  const before = await readData(site, 'player.group_given')

  site.wait(DAY + SECOND)
  await recordExpiry(site.app)

  assert.deepEqual(before, [])
  assert.equal((await readData(site, 'player.group_given')).length, 1)
})

siteTest('only events that are too old are deleted', async (site) => {
  await recordEvents(site)
  const record = (id: string) =>
    change(site.app, COMMAND_LINE, async ({ emit }) => emit('role.changed', { id }))
  for (const id of ['1', '2', '3', '4', '5']) await record(id)
  site.wait(DAY)
  await record('6')

  await deleteOldEvents(site.app.db, site.now(), 2)

  const left = await readData(site, 'role.changed')
  assert.deepEqual(
    left.map(({ id }) => id),
    ['6'],
  )
})

sqliteStaffTest('events contain no e-mail address and no draft', async (site) => {
  await recordEvents(site)
  const owner = await openOwner(site)
  const { id, email } = await site.player('Steve')
  await owner.patch(`/admin/players/${id}`, { email: 'new.address@example.org' })
  await owner.post('/admin/news', { title: 'Secret plan', body: 'x', publishedAt: null })
  await owner.post('/admin/news', { title: 'Open house', body: 'x' })

  const text = JSON.stringify(await readEvents(site))

  assert.doesNotMatch(text, /Secret plan|new\.address|127\.0\.0\.1/)
  assert.ok(!text.includes(email))
  assert.match(text, /Open house/)
  assert.match(text, /player\.email_changed/)
})

sqliteStaffTest('events contain no address, secret or token', async (site) => {
  await recordEvents(site)
  const owner = await openOwner(site)
  const steve = await site.player('Steve', { ip: '198.51.100.7' })
  const shop = await openTebex(site, { 1: { kind: 'virtual', cents: 250 } })
  await owner.patch('/admin/settings', { allowedWebhookHosts: '10.0.0.5:8080' })
  const webhook = await owner.post('/admin/webhooks', {
    name: 'Bot',
    url: 'http://10.0.0.5:8080/',
  })
  await shop.pay()
  await enableTwoFactor(site, steve)

  const events = await readEvents(site)

  const text = JSON.stringify(events)
  const hidden = ['@', '198.51.100.', '10.0.0.5', SECRET, steve.accessToken, steve.refreshToken]
  const found = [...hidden, webhook.body.secret].filter((one) => text.includes(one))
  assert.deepEqual(found, [])
  assert.deepEqual([...new Set(events.map(({ type }) => type))].sort(), [
    'player.balance_changed',
    'player.registered',
    'player.two_factor_changed',
    'purchase.received',
    'session.opened',
    'settings.changed',
  ])
})
