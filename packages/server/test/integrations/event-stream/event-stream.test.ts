import assert from 'node:assert/strict'
import { promisify } from 'node:util'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { change } from '../../../src/audit/change.ts'
import { deleteOldEvents, numberEvents } from '../../../src/events/event-store.ts'
import { changeKey, revokeKey } from '../../../src/integrations/api-keys/change-key.ts'
import { EventRing } from '../../../src/integrations/event-stream/event-ring.ts'
import { EventStream } from '../../../src/integrations/event-stream/event-stream.ts'
import { DAY, SECOND } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import { countIntervals } from '../../support/count-intervals.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { launcherWith, openLauncher } from '../launcher/launcher-server.ts'
import { openStreamSite } from './stream-client.ts'

siteTest('a stream sends each event after its change, in order', async (site) => {
  const steve = await site.player('Steve')
  const { open } = await openStreamSite(site)
  await using stream = await open()

  await banPlayer(site.app, COMMAND_LINE, steve.id, { reason: 'griefing', expiresAt: null })
  const received = await stream.until(2)

  assert.equal(stream.status, 200)
  assert.equal(stream.headers.get('x-accel-buffering'), 'no')
  assert.deepEqual(stream.types(), ['session.closed', 'player.banned'])
  const [closed, banned] = received
  assert.equal(banned?.id, (closed?.id ?? 0) + 1)
  assert.deepEqual(banned?.data, {
    id: banned?.data.id,
    type: 'player.banned',
    timestamp: '2030-01-01T12:00:00.000Z',
    data: {
      player: { uuid: steve.id, username: 'Steve' },
      actor: { kind: 'command', name: null },
      reason: 'griefing',
      until: null,
    },
  })
})

siteTest('a stream resumes after the last event id that the client sends', async (site) => {
  const { open } = await openStreamSite(site)
  {
    await using first = await open()
    await changeRole(site, 3)
    await first.until(3)
  }
  await changeRole(site, 2)
  while ((await numberEvents(site.app.db)) > 0);

  await using byQuery = await open('?after=1')
  await using byHeader = await open('?after=1', { 'last-event-id': '3' })
  await Promise.all([byQuery.until(4), byHeader.until(2)])

  assert.deepEqual(ids(byQuery), [2, 3, 4, 5])
  assert.deepEqual(ids(byHeader), [4, 5])
})

siteTest(
  'a stream that resumes far back sends thousands of missed events in order',
  async (site) => {
    const { open } = await openStreamSite(site)
    await using newest = await open()
    await changeRole(site, 2500)
    await newest.until(2500)

    await using late = await open('?after=0')
    await changeRole(site, 5)
    await Promise.all([late.until(2505), newest.until(2505)])

    const all = Array.from({ length: 2505 }, (_, n) => n + 1)
    assert.deepEqual(ids(late), all)
    assert.deepEqual(ids(newest), all)
  },
)

sqliteTest('a stream for some event types sends no events of other types', async (site) => {
  const steve = await site.player('Steve')
  const { open } = await openStreamSite(site)
  await using stream = await open('?types=player.banned,news.published')

  await changeRole(site, 2)
  await banPlayer(site.app, COMMAND_LINE, steve.id, { reason: '', expiresAt: null })
  await stream.until(1)

  assert.deepEqual(stream.types(), ['player.banned'])
})

siteTest('a stream cannot resume at an event that was deleted or never existed', async (site) => {
  const launcher = await openLauncher(site)
  const { open } = await openStreamSite(site)
  {
    await using stream = await open()
    await changeRole(site, 2)
    await stream.until(2)
  }
  site.wait(31 * DAY)
  await deleteOldEvents(site.app.db, site.now() - 30 * DAY)

  const replies = await Promise.all(
    ['1', '9', '2'].map((after) =>
      launcher.send(after === '2' ? 'HEAD' : 'GET', `events?after=${after}`),
    ),
  )

  assert.deepEqual(replies.map(outcome), ['410 events.gone', '410 events.gone', '200'])
})

sqliteTest(
  'a stream with a malformed position or an unknown event type is refused',
  async (site) => {
    const { send } = await openLauncher(site)
    const ask = (query: string, headers = {}) => send('HEAD', `events${query}`, undefined, headers)

    const replies = await Promise.all([
      ask('?after=-1'),
      ask('?after=1e3'),
      ask('?after='),
      ask('', { 'last-event-id': 'x' }),
      ask('?types=player.banned,player.unknown'),
      ask('?types='),
      ask('?types=player.banned,%20session.opened'),
    ])

    assert.deepEqual(
      replies.map(({ status }) => status),
      [400, 400, 400, 400, 400, 400, 200],
    )
  },
)

sqliteTest('a key needs one of two permissions to open a stream', async (site) => {
  const ask = async (permissions: Parameters<typeof openLauncher>[1]) =>
    outcome(await (await openLauncher(site, permissions)).send('HEAD', 'events'))

  const replies = [
    await ask({ permissions: ['kernel.launcher.provider'] }),
    await ask({ permissions: ['kernel.connect'] }),
    outcome(
      await (await openLauncher(site, { permissions: ['kernel.provider'] })).send('GET', 'events'),
    ),
    outcome(await launcherWith(site, 'unknown').send('GET', 'events')),
  ]

  assert.deepEqual(replies, ['200', '200', '403 auth.forbidden', '401 auth.invalidkey'])
})

siteTest(
  'a stream ends when its key is revoked or its address is no longer trusted',
  async (site) => {
    const revoked = await openStreamSite(site)
    const moved = await openStreamSite(site)
    const kept = await openStreamSite(site)
    await using first = await revoked.open()
    await using second = await moved.open()
    await using third = await kept.open()

    await revokeKey(site.app, COMMAND_LINE, revoked.key.id)
    await changeKey(site.app, COMMAND_LINE, moved.key.id, { addresses: ['192.0.2.1'] })
    await Promise.all([first.ended(), second.ended()])
    await changeRole(site, 1)
    await third.until(1)

    assert.deepEqual(third.types()[0], 'role.changed')
  },
)

siteTest(
  'a stream sends events of changes made at another process',
  async (site) => {
    const { open } = await openStreamSite(site, 1)
    await using stream = await open()

    await changeRole(site, 1)
    await stream.until(1)

    assert.deepEqual(stream.types(), ['role.changed'])
  },
  { instances: 2 },
)

sqliteTest('while no stream is open, no timer for events runs', async (site) => {
  const { open } = await openStreamSite(site)
  using intervals = countIntervals()
  {
    await using stream = await open()
    await changeRole(site, 1)
    await stream.until(1)
    assert.ok(intervals.count() > 0)
  }
  await waitUntil(() => intervals.count() === 0)
  await using again = await open()
  await changeRole(site, 1)
  await again.until(1)

  assert.deepEqual(ids(again), [2])
})

sqliteTest('a stream sends a comment every 15 seconds', async (site) => {
  const { open } = await openStreamSite(site)
  using intervals = countIntervals()
  await using stream = await open()
  await changeRole(site, 1)
  await stream.until(1)
  const before = stream.comments()

  intervals.elapse(15 * SECOND)
  intervals.elapse(15 * SECOND)
  await waitUntil(() => stream.comments() === 2)

  assert.equal(before, 0)
})

sqliteTest('a client that reads nothing is disconnected after a megabyte of events', async () => {
  const ring = new EventRing(0)
  const stream = new EventStream({
    keyId: 'key',
    ip: '127.0.0.1',
    after: 0,
    types: undefined,
    fill: () => undefined,
  })
  const event = (number: number) => ({ number, type: 'role.changed', text: 'x'.repeat(1024) })

  for (let number = 1; number <= 1020; number += 1) stream.send([event(number)])
  const before = stream.destroyed
  ring.add([event(1), event(2)])
  for (let number = 1021; number <= 1030; number += 1) stream.send([event(number)])

  assert.deepEqual([before, stream.destroyed], [false, true])
})

sqliteTest('a client that stops reading does not keep events from other clients', async (site) => {
  const { open, openUnread } = await openStreamSite(site)
  await using reading = await open()
  using _unread = await openUnread()
  const names = ['x'.repeat(LARGE)]

  let count = 0
  while ((await connectionsOf(site)) > 1 && count < 500) {
    count += 1
    await change(site.app, COMMAND_LINE, async ({ emit }) => emit('settings.changed', { names }))
    await reading.until(count)
  }

  assert.ok(count < 500)
  assert.deepEqual(
    ids(reading),
    Array.from({ length: count }, (_, n) => n + 1),
  )
})

/** The size of an event in bytes: 500 of them exceed the buffers of the system and of the stream. */
const LARGE = 100_000

function connectionsOf({ server: { server } }: Site): Promise<number> {
  return promisify(server.getConnections.bind(server))()
}

function ids({ received }: { received: { id: number }[] }): number[] {
  return received.map(({ id }) => id)
}

async function changeRole(site: Site, times: number): Promise<void> {
  await change(site.app, COMMAND_LINE, async ({ emit }) => {
    for (let count = 0; count < times; count += 1) emit('role.changed', { id: `role-${count}` })
  })
}
