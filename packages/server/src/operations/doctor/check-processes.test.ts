import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateProcesses } from './check-processes.ts'

const one = { id: '1', version: '1.2.0', machine: 'blue', clockAhead: 0 }
const two = { ...one, id: '2', machine: 'green' }

test('the process check warns about processes of different versions', () => {
  const alike = evaluateProcesses([one, two])
  const differing = evaluateProcesses([{ ...one, version: '1.1.0' }, two])

  assert.deepEqual([alike.state, differing.state], ['good', 'warning'])
  assert.match(differing.detail.en, /1\.1\.0, 1\.2\.0; 1\.1\.0 runs on blue/)
})

test('the process check reports processes whose clocks differ', () => {
  const states = [5000, 5001, -5001, 30_000, 30_001].map(
    (clockAhead) => evaluateProcesses([one, { ...two, clockAhead }]).state,
  )
  const bothAhead = evaluateProcesses([one, two].map((each) => ({ ...each, clockAhead: 90_000 })))

  assert.deepEqual(states, ['good', 'warning', 'warning', 'warning', 'bad'])
  assert.equal(bothAhead.state, 'good') // the clock check compares the clocks with the database
})
