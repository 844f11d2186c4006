import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { PostgresClient } from '../../src/database/postgres/client.ts'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { outcome, tally } from '../support/browser.ts'
import { networkFaultTest } from '../support/proxied-site.ts'
import { waitUntil } from '../support/wait-until.ts'

const runQuery = PostgresClient.prototype.query
const { mock: query } = mock.method(PostgresClient.prototype, 'query')

/** Starts to watch, and returns a function that lists the connections on which write checks have run since. */
function watchWriteChecks() {
  query.resetCalls()
  return () =>
    query.calls
      .filter((call) => String(call.arguments[0]).includes('emit_message'))
      .map((call) => call.this)
}

networkFaultTest(
  'readiness checks write to the database at most once a second',
  async ({ site }) => {
    const ask = () => site.browser().get('/health/ready')
    const proofs = watchWriteChecks()

    const replies = [await ask(), await ask(), ...(await Promise.all([ask(), ask(), ask()]))]

    assert.deepEqual(tally(replies), { '200': 5 })
    assert.equal(proofs().length, 1)
  },
  { timeScale: { second: MINUTE } },
)

networkFaultTest('a readiness check writes again after a second', async ({ site }) => {
  const proofs = watchWriteChecks()

  await waitUntil(async () => {
    await site.browser().get('/health/ready')
    return proofs().length > 2
  })

  assert.equal(new Set(proofs()).size, 1) // the same connection: no check was caused by a new one
})

networkFaultTest(
  'a site is not ready while its reads get no response',
  async ({ site }) => {
    const ask = () => site.browser().get('/health/ready')
    const delayed: (() => void)[] = []
    const { mock: replaced } = mock.method(
      PostgresClient.prototype,
      'query',
      function (this: PostgresClient, ...given: unknown[]) {
        const send = () => Reflect.apply(runQuery, this, given)
        const isRead = /^select/.test((given[0] as { text?: string }).text ?? '')
        return isRead ? delayed.push(send) : send()
      },
    )
    const hanging = await ask()

    replaced.restore()
    for (const send of delayed) send()
    await waitUntil(async () => (await ask()).status === 200)

    assert.equal(outcome(hanging), '503 unavailable')
  },
  { timeScale: { second: 2 * SECOND } },
)

networkFaultTest(
  'a failed readiness check ends only after its read and its write have ended',
  async ({ site }) => {
    const get = (path: string) => site.browser().get(path)
    const delayed: (() => void)[] = []
    let failedWrites = 0
    let hasEnded = false
    const { mock: replaced } = mock.method(
      PostgresClient.prototype,
      'query',
      function (this: PostgresClient, ...given: unknown[]) {
        const send = () => Reflect.apply(runQuery, this, given)
        const text = (given[0] as { text?: string }).text ?? String(given[0])
        if (text.includes('emit_message')) {
          failedWrites += 1
          throw new Error('Connection terminated unexpectedly')
        }
        return text === 'select 1' ? delayed.push(send) : send()
      },
    )
    const failed = get('/health/ready').finally(() => {
      hasEnded = true
    })
    await waitUntil(() => delayed.length > 0 && failedWrites > 0)
    for (let n = 0; n < 10; n += 1) await get('/health/live')
    const hadEnded = hasEnded

    replaced.restore()
    for (const send of delayed) send()

    assert.equal(outcome(await failed), '503 unavailable')
    assert.equal(hadEnded, false)
  },
  { timeScale: { second: MINUTE } },
)
