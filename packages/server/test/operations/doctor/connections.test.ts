import assert from 'node:assert/strict'
import { CONNECTION_LIMITS } from '../../../src/database/timeouts.ts'
import { networkFaultTest } from '../../support/proxied-site.ts'
import { LONG_TIMEOUTS } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { scrape } from './prometheus.ts'

networkFaultTest(
  'the metrics count database connections in use and requests waiting for one',
  async ({ site }) => {
    const { db } = site.app
    const most = CONNECTION_LIMITS.writes
    const { promise: end, resolve: endAll } = Promise.withResolvers<void>()
    let begun = 0
    const changes = Array.from({ length: most + 2 }, () =>
      db.transaction().execute(async () => {
        begun += 1
        await end
      }),
    )
    await waitUntil(async () => begun === most)

    const busy = await scrape(site.browser())
    endAll()
    await Promise.all(changes)
    const calm = await scrape(site.browser())

    assert.equal(busy.values('portal_database_connections')['writes used'], most)
    // a job of the server may also wait
    const { reads, writes = 0 } = busy.values('portal_database_waiting')
    assert.deepEqual([reads, writes >= 2], [0, true])
    assert.deepEqual(calm.values('portal_database_waiting'), { reads: 0, writes: 0 })
    const { 'writes used': left, 'writes idle': idle } = calm.values('portal_database_connections')
    assert.deepEqual([left, (idle ?? 0) >= most], [0, true])
    assert.ok((calm.values('portal_database_waits_total').writes ?? 0) >= most + 2)
    assert.ok((calm.values('portal_database_wait_seconds_total').writes ?? 0) > 0)
  },
  { timeScale: LONG_TIMEOUTS },
)

sqliteTest('a site on SQLite reports no database connections', async (site) => {
  const { values } = await scrape(site.browser())

  assert.deepEqual(values('portal_database_connections'), {})
})
