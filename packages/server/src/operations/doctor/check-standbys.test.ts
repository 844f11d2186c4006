import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeStandbys } from './check-standbys.ts'

const green = { name: 'green', state: 'streaming', sync: 'sync', lagBytes: 0, lagSeconds: null }
const HIDDEN = { name: null, state: null, sync: null, lagBytes: null, lagSeconds: null }
const MB = 1024 * 1024

test('whoever commits wait for should be attached', () => {
  const states = [
    judgeStandbys([], ''),
    judgeStandbys([], 'green'),
    judgeStandbys([green], 'green'),
    judgeStandbys([{ ...green, sync: 'quorum' }], 'ANY 1 (green, red)'),
    judgeStandbys([{ ...green, sync: 'async' }], 'red'),
    judgeStandbys([{ ...green, state: 'startup' }], 'green'),
    judgeStandbys([HIDDEN], 'green'),
  ].map(({ state }) => state)

  assert.deepEqual(states, ['good', 'bad', 'good', 'good', 'bad', 'bad', 'unknown'])
})

test('a standby should keep up', () => {
  const states = [
    { ...green, lagBytes: 64 * MB, lagSeconds: 30 },
    { ...green, lagBytes: 64 * MB + 1 },
    { ...green, lagSeconds: 31 },
  ].map((standby) => judgeStandbys([standby], '').state)

  assert.deepEqual(states, ['good', 'warning', 'warning'])
  const behind = judgeStandbys([{ ...green, lagBytes: 100 * MB, lagSeconds: 31 }], '')
  assert.equal(behind.detail.en, 'green is behind the primary: 100 MB, 31 s.')
})
