import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../platform/clock.ts'
import { judgeKeys } from './check-launcher.ts'

const NOW = 100 * DAY
type Seen = Parameters<typeof judgeKeys>[0][number]
const key: Seen = {
  name: 'Main',
  permissions: ['kernel.launcher.provider'],
  addresses: ['203.0.113.7'],
  revokedAt: null,
  usedAt: NOW - 1000,
  refusedAt: null,
  refusedIp: null,
}

test('a launcher server is judged by how its keys were used and refused', () => {
  const states = {
    none: judgeKeys([], NOW).state,
    revoked: judgeKeys([{ ...key, revokedAt: 1 }], NOW).state,
    otherKind: judgeKeys([{ ...key, permissions: ['kernel.provider'] }], NOW).state,
    used: judgeKeys([key], NOW).state,
    neverUsed: judgeKeys([{ ...key, usedAt: null }], NOW).state,
    silentForADay: judgeKeys([{ ...key, usedAt: NOW - DAY }], NOW).state,
    silentForLonger: judgeKeys([{ ...key, usedAt: NOW - DAY - 1 }], NOW).state,
    withoutAddresses: judgeKeys([{ ...key, addresses: [] }], NOW).state,
    refusedOnce: judgeKeys([{ ...key, refusedAt: NOW - 2000, refusedIp: '198.51.100.9' }], NOW)
      .state,
  }

  assert.deepEqual(states, {
    none: 'unknown',
    revoked: 'unknown',
    otherKind: 'unknown',
    used: 'good',
    neverUsed: 'warning',
    silentForADay: 'good',
    silentForLonger: 'warning',
    withoutAddresses: 'bad',
    refusedOnce: 'good',
  })
})

test('a key that was refused since its last use is bad, and the address is named', () => {
  const refused = { ...key, refusedAt: NOW, refusedIp: '198.51.100.9' }

  const { state, advice } = judgeKeys([key, refused], NOW)

  assert.equal(state, 'bad')
  assert.match(advice?.en ?? '', /add 198\.51\.100\.9 /)
})
