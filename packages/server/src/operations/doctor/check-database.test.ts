import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluatePostgres } from './check-database.ts'

const found = { version: '18.4 (Debian 18.4-1)', maxConnections: 100, statementTimeout: '10s' }

test('the database check warns about a slow PostgreSQL and about too few connections', () => {
  const states = [
    evaluatePostgres(found, 100),
    evaluatePostgres(found, 101),
    evaluatePostgres({ ...found, maxConnections: 40 }, 0),
    evaluatePostgres({ ...found, maxConnections: 39 }, 0),
  ].map(({ state }) => state)

  assert.deepEqual(states, ['good', 'warning', 'good', 'warning'])
  assert.equal(
    evaluatePostgres(found, 3).detail.en,
    'PostgreSQL 18.4, max_connections 100, statement_timeout 10s, 3 ms.',
  )
})
