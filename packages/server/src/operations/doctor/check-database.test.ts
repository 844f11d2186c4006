import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePostgres } from './check-database.ts'

const found = { version: '18.4 (Debian 18.4-1)', maxConnections: 100, statementTimeout: '10s' }

test('PostgreSQL should be near and have connections for two instances', () => {
  const states = [
    judgePostgres(found, 100),
    judgePostgres(found, 101),
    judgePostgres({ ...found, maxConnections: 40 }, 0),
    judgePostgres({ ...found, maxConnections: 39 }, 0),
  ].map(({ state }) => state)

  assert.deepEqual(states, ['good', 'warning', 'good', 'warning'])
  assert.equal(
    judgePostgres(found, 3).detail.en,
    'PostgreSQL 18.4, max_connections 100, statement_timeout 10s, 3 ms.',
  )
})
