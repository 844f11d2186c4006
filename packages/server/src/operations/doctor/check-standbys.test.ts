import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateStandbys } from './check-standbys.ts'

const green = { name: 'green', state: 'streaming', sync: 'sync', lagBytes: 0, lagSeconds: null }
const HIDDEN = { name: null, state: null, sync: null, lagBytes: null, lagSeconds: null }
const MB = 1024 * 1024

test('the standby check is bad if commits wait for a missing standby', () => {
  const states = [
    evaluateStandbys([], ''),
    evaluateStandbys([], 'green'),
    evaluateStandbys([green], 'green'),
    evaluateStandbys([{ ...green, sync: 'quorum' }], 'ANY 1 (green, red)'),
    evaluateStandbys([{ ...green, sync: 'async' }], 'red'),
    evaluateStandbys([{ ...green, state: 'startup' }], 'green'),
    evaluateStandbys([HIDDEN], 'green'),
  ].map(({ state }) => state)

  assert.deepEqual(states, ['good', 'bad', 'good', 'good', 'bad', 'bad', 'unknown'])
})

test('a standby that lags behind is reported', () => {
  const states = [
    { ...green, lagBytes: 64 * MB, lagSeconds: 30 },
    { ...green, lagBytes: 64 * MB + 1 },
    { ...green, lagSeconds: 31 },
  ].map((standby) => evaluateStandbys([standby], '').state)

  assert.deepEqual(states, ['good', 'warning', 'warning'])
  const behind = evaluateStandbys([{ ...green, lagBytes: 100 * MB, lagSeconds: 31 }], '')
  assert.equal(behind.detail.en, 'green is behind the primary: 100 MB, 31 s.')
})
