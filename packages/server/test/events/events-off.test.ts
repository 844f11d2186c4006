import assert from 'node:assert/strict'
import { countIntervals } from '../support/count-intervals.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

sqliteTest('without a reader of events a serving process has no timer for them', async (site) => {
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
