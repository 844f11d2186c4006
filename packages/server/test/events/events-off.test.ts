import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { startHeartbeat } from '../../src/operations/heartbeat/heartbeat.ts'
import { listProcesses } from '../../src/operations/heartbeat/process-store.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { createWebhook } from '../../src/webhooks/change-webhook.ts'
import { countIntervals } from '../support/count-intervals.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { watchStatements } from '../support/watch-statements.ts'
import { emit, LOCAL, openReceiver } from '../webhooks/receiver.ts'

/** The tables of events, webhooks, roles on Discord and purchases, which an idle site does not read. */
const OFF = [
  'event',
  'event_progress',
  'lease',
  'webhook',
  'webhook_delivery',
  'discord_bot',
  'discord_mapping',
  'discord_member',
  'purchase',
  'purchase_callback',
  'purchase_item',
  'purchase_product',
  'purchase_source',
]

sqliteTest(
  'without event readers, an idle site looks for readers only in its heartbeat',
  async ({ app, wait }) => {
    await app.webhooks.start()
    await app.discordRoles.start()
    using intervals = countIntervals()
    using statements = watchStatements()

    const heartbeat = startHeartbeat(app)
    const periods = intervals.periods()
    for (let beats = 0; beats < 3; beats += 1) {
      wait(MINUTE)
      intervals.elapse(MINUTE)
    }
    await heartbeat.stop()

    const naming = (table: string) =>
      [...statements.seen].filter((text) => new RegExp(`\\b${table}\\b`).test(text))
    assert.deepEqual(periods, [MINUTE])
    assert.deepEqual(OFF.flatMap(naming), [])
    assert.equal(naming('event_consumer').length, 1)
    assert.deepEqual(naming('event_consumer'), naming('process').filter(isUpsert))
  },
)

siteTest(
  'a process notices the first webhook of another process at its next heartbeat',
  async (site) => {
    await using receiver = await openReceiver()
    await site.app.webhooks.start()
    using intervals = countIntervals()
    const heartbeat = startHeartbeat(site.app)
    await waitUntil(async () => (await listProcesses(site.app.db, site.now())).length === 1)
    const other = site.instances[1]?.app ?? site.app
    await createWebhook(other, COMMAND_LINE, { name: 'Bot', url: receiver.url })
    await emit(site, ['one'], 1)

    intervals.elapse(MINUTE)
    await waitUntil(() => receiver.received.length === 1)

    await heartbeat.stop()
    assert.equal(receiver.received[0]?.text, 'one')
  },
  { ...LOCAL, instances: 2 },
)

sqliteTest('without event readers, a serving process has no timer for events', async (site) => {
  using intervals = countIntervals()

  await site.app.webhooks.start()
  await site.app.discordRoles.start()
  await site.player('Steve')
  await site.app.webhooks.look()
  await site.app.discordRoles.look()

  assert.equal(intervals.count(), 0)
  const tables = ['event', 'event_consumer', 'webhook_delivery', 'discord_member'] as const
  for (const table of tables) {
    assert.deepEqual(await site.app.db.selectFrom(table).selectAll().execute(), [], table)
  }
})

function isUpsert(text: string): boolean {
  return text.startsWith('insert into')
}
