import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteCommit, toldTruly } from '../../src/database/commit-outcome.ts'
import { isOutcomeUnknown } from '../../src/database/database-failure.ts'
import { KEY, makers } from '../audit/idempotent-endpoints.ts'
import { outcome, tally } from '../support/browser.ts'
import { type WiredSite, wireTest } from '../support/proxied-site.ts'

/** Returns what was paid, asked beside the wire. */
async function payments({ database }: WiredSite): Promise<number[]> {
  const rows = await database.query('select real_cents from balance_entry')
  return rows.map((row) => Number(row.real_cents) / 100)
}

const COMMIT = Buffer.from('Q\0\0\0\x0bcommit').toString() // a whole message of the protocol

for (const key of [undefined, KEY]) {
  const how = key ? 'with a key' : 'without a key'
  wireTest(
    `a payment ${how} whose commit gives no answer is answered as it was done`,
    async (wired) => {
      const pay = await makers.changeBalance?.(wired.site)

      wired.wire.loseAnswerTo(COMMIT)
      const reply = await pay?.({ key })
      const again = await pay?.({ key })

      assert.deepEqual([reply?.status, reply?.body.real], [200, 5])
      assert.equal(again?.body.real, key ? 5 : 10)
      assert.deepEqual(await payments(wired), key ? [5] : [5, 5])
    },
  )
}

wireTest('a payment whose commit never arrived has changed nothing, and says so', async (wired) => {
  const pay = await makers.changeBalance?.(wired.site)

  wired.wire.cutAt(COMMIT)
  const reply = await pay?.({ key: KEY })
  const paid = await payments(wired)
  const again = await pay?.({ key: KEY })

  assert.deepEqual([reply && outcome(reply), paid], ['503 unavailable', []])
  assert.equal(again?.status, 200)
  assert.deepEqual(await payments(wired), [5])
})

wireTest('an outcome that nobody can ask for in time is told as unknown', async (wired) => {
  const { wire } = wired
  const pay = await makers.changeBalance?.(wired.site)

  wire.loseAnswerTo(COMMIT, () => void wire.cut())
  const reply = await pay?.({ key: KEY })
  await wire.mend()
  const again = await Promise.all(Array.from({ length: 20 }, () => pay?.({ key: KEY })))

  assert.equal(reply && outcome(reply), '503 unavailable.unknown')
  assert.equal(reply?.headers['retry-after'], '5')
  assert.deepEqual(tally(again.filter((one) => one !== undefined)), { '200': 20 })
  assert.deepEqual(await payments(wired), [5])
})

test('an outage after something was committed does not say that nothing was changed', async () => {
  const outage = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const failures = await Promise.allSettled([
    toldTruly(async () => {
      noteCommit()
      throw outage()
    }),
    toldTruly(async () => {
      throw outage()
    }),
  ])

  assert.deepEqual(
    failures.map((one) => one.status === 'rejected' && isOutcomeUnknown(one.reason)),
    [true, false],
  )
})
