import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markCommitted, withOutcomeTracking } from '../../src/database/commit-outcome.ts'
import { isOutcomeUnknown } from '../../src/database/database-failure.ts'
import { KEY, makers } from '../audit/idempotent-endpoints.ts'
import { outcome, tally } from '../support/browser.ts'
import { networkFaultTest, type ProxiedSite } from '../support/proxied-site.ts'
import { LONG_TIMEOUTS } from '../support/site.ts'

/** Returns the payments, read over the direct connection. */
async function payments({ database }: ProxiedSite): Promise<number[]> {
  const rows = await database.query('select real_cents from balance_entry')
  return rows.map((row) => Number(row.real_cents) / 100)
}

const COMMIT = Buffer.from('Q\0\0\0\x0bcommit').toString() // a whole message of the protocol

for (const key of [undefined, KEY]) {
  const how = key ? 'with a key' : 'without a key'
  networkFaultTest(
    `a payment ${how} whose commit response is lost is reported as made`,
    async (wired) => {
      const pay = await makers.changeBalance?.(wired.site)

      wired.proxy.loseResponseTo(COMMIT)
      const reply = await pay?.({ key })
      const again = await pay?.({ key })

      assert.deepEqual([reply?.status, reply?.body.real], [200, 5])
      assert.equal(again?.body.real, key ? 5 : 10)
      assert.deepEqual(await payments(wired), key ? [5] : [5, 5])
    },
  )
}

networkFaultTest('a payment whose commit never arrived is reported as not made', async (wired) => {
  const pay = await makers.changeBalance?.(wired.site)

  wired.proxy.cutAt(COMMIT)
  const reply = await pay?.({ key: KEY })
  const paid = await payments(wired)
  const again = await pay?.({ key: KEY })

  assert.deepEqual([reply && outcome(reply), paid], ['503 unavailable', []])
  assert.equal(again?.status, 200)
  assert.deepEqual(await payments(wired), [5])
})

networkFaultTest(
  'a payment whose outcome cannot be read in time is reported as unknown',
  async (wired) => {
    const { proxy } = wired
    const pay = await makers.changeBalance?.(wired.site)

    proxy.loseResponseTo(COMMIT, () => void proxy.cut())
    const reply = await pay?.({ key: KEY })
    await proxy.restore()
    const again = await Promise.all(Array.from({ length: 20 }, () => pay?.({ key: KEY })))

    assert.equal(reply && outcome(reply), '503 unavailable.unknown')
    assert.equal(reply?.headers['retry-after'], '5')
    assert.deepEqual(tally(again.filter((one) => one !== undefined)), { '200': 20 })
    assert.deepEqual(await payments(wired), [5])
  },
  { timeScale: LONG_TIMEOUTS },
)

test('an outage after a partial commit has an unknown outcome', async () => {
  const outage = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const failures = await Promise.allSettled([
    withOutcomeTracking(async () => {
      markCommitted()
      throw outage()
    }),
    withOutcomeTracking(async () => {
      throw outage()
    }),
  ])

  assert.deepEqual(
    failures.map((one) => one.status === 'rejected' && isOutcomeUnknown(one.reason)),
    [true, false],
  )
})
