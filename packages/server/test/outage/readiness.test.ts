import assert from 'node:assert/strict'
import { mock } from 'node:test'
import pg from 'pg'
import { MINUTE } from '../../src/platform/clock.ts'
import { tally } from '../support/browser.ts'
import { wireTest } from '../support/proxied-site.ts'
import { until } from '../support/wait-until.ts'

const { mock: query } = mock.method(pg.Client.prototype, 'query')

/** Returns the connections that ran a write without effect since this was called. */
function watchProofs() {
  query.resetCalls()
  return () =>
    query.calls
      .filter((call) => String(call.arguments[0]).includes('emit_message'))
      .map((call) => call.this)
}

wireTest(
  'however often somebody asks whether the site is ready, it writes once a second',
  async ({ site }) => {
    const ask = () => site.browser().get('/health/ready')
    const proofs = watchProofs()

    const replies = [await ask(), await ask(), ...(await Promise.all([ask(), ask(), ask()]))]

    assert.deepEqual(tally(replies), { '200': 5 })
    assert.equal(proofs().length, 1)
  },
  { pace: { second: MINUTE } },
)

wireTest('a site that was ready a second ago proves it again', async ({ site }) => {
  const proofs = watchProofs()

  await until(async () => {
    await site.browser().get('/health/ready')
    return proofs().length > 2
  })

  assert.equal(new Set(proofs()).size, 1) // and not because its connection was closed after a while
})
