import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeProcesses } from './check-processes.ts'

const one = { id: '1', version: '1.2.0', machine: 'blue', clockAhead: 0 }
const two = { ...one, id: '2', machine: 'green' }

test('processes should have one version', () => {
  const alike = judgeProcesses([one, two])
  const differing = judgeProcesses([{ ...one, version: '1.1.0' }, two])

  assert.deepEqual([alike.state, differing.state], ['good', 'warning'])
  assert.match(differing.detail.en, /1\.1\.0, 1\.2\.0; 1\.1\.0 runs on blue/)
})

test('the clocks of processes should agree, whoever is ahead', () => {
  const states = [5000, 5001, -5001, 30_000, 30_001].map(
    (clockAhead) => judgeProcesses([one, { ...two, clockAhead }]).state,
  )
  const bothAhead = judgeProcesses([one, two].map((each) => ({ ...each, clockAhead: 90_000 })))

  assert.deepEqual(states, ['good', 'warning', 'warning', 'warning', 'bad'])
  assert.equal(bothAhead.state, 'good') // the check of clocks compares with the database
})
