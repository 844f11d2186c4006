import assert from 'node:assert/strict'
import { type Endpoint, type ErrorCode, endpoints, refusalsOf } from '@portal/contract'
import { sql } from 'kysely'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { assertMatchesContract } from './assert-contract.ts'
import { calls, type Name } from './contract-calls.ts'

const rows: [Name, Endpoint][] = Object.entries(endpoints) as [Name, Endpoint][]

for (const [name, row] of rows) {
  sqliteTest(
    `${row.method} ${row.path} returns a refusal that matches the contract`,
    async (site) => {
      const { refused } = calls[name]
      if (refused === 'never') return assert.deepEqual(refusalsOf(row), OUTAGES)

      const reply = await refused(site)

      assert.notEqual(reply.status, row.status)
      assertMatchesContract(row, reply)
    },
  )
}

siteTest(
  'the response to an internal error contains only its code and the request id',
  async (site) => {
    await site.player('Steve')
    await sql`alter table login_miss rename to lost`.execute(site.app.db)

    const reply = await site.browser().logIn('Steve', PASSWORD)

    const { requestId, ...rest } = reply.body
    assert.deepEqual([reply.status, rest], [500, { error: 'internal' }])
    assert.equal(requestId, reply.headers['x-request-id'])
    const logged = site.logLines.map((line) => JSON.parse(line))
    assert.deepEqual(
      logged
        .filter(({ request, level }) => request === requestId && level === 'error')
        .map(({ msg, path }) => [msg, path]),
      [['request failed', '/auth/login']],
    )
    assert.equal(site.logLines.join('').includes(PASSWORD), false)
  },
)

const OUTAGES: ErrorCode[] = ['internal', 'unavailable', 'overloaded']
