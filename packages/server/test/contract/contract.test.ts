import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoints } from '@portal/contract'
import { sqliteTest } from '../support/sqlite-test.ts'
import { assertMatchesContract } from './assert-contract.ts'
import { calls, type Name } from './contract-calls.ts'

const rows: [Name, Endpoint][] = Object.entries(endpoints) as [Name, Endpoint][]

test('every endpoint has a call in these tests', () => {
  assert.deepEqual(
    rows.map(([name, row]) => [name, row.name]),
    rows.map(([name]) => [name, name]),
  )
  assert.deepEqual(Object.keys(calls).sort(), rows.map(([name]) => name).sort())
})

for (const [name, row] of rows) {
  sqliteTest(
    `${row.method} ${row.path} returns a response that matches the contract`,
    async (site) => {
      const reply = await calls[name].happy(site)

      assert.equal(reply.status, row.status)
      assertMatchesContract(row, reply)
    },
  )
}
