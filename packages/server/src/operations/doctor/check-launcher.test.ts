import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../platform/clock.ts'
import { evaluateApiKeys } from './check-launcher.ts'

const NOW = 100 * DAY
type Seen = Parameters<typeof evaluateApiKeys>[0][number]
const key: Seen = {
  name: 'Main',
  permissions: ['kernel.launcher.provider'],
  addresses: ['203.0.113.7'],
  revokedAt: null,
  usedAt: NOW - 1000,
  refusedAt: null,
  refusedIp: null,
}

test('the launcher check is good only if a launcher server has used its key within a day', () => {
  const states = {
    none: evaluateApiKeys([], NOW).state,
    revoked: evaluateApiKeys([{ ...key, revokedAt: 1 }], NOW).state,
    otherKind: evaluateApiKeys([{ ...key, permissions: ['kernel.provider'] }], NOW).state,
    used: evaluateApiKeys([key], NOW).state,
    neverUsed: evaluateApiKeys([{ ...key, usedAt: null }], NOW).state,
    silentForADay: evaluateApiKeys([{ ...key, usedAt: NOW - DAY }], NOW).state,
    silentForLonger: evaluateApiKeys([{ ...key, usedAt: NOW - DAY - 1 }], NOW).state,
    withoutAddresses: evaluateApiKeys([{ ...key, addresses: [] }], NOW).state,
    refusedOnce: evaluateApiKeys(
      [{ ...key, refusedAt: NOW - 2000, refusedIp: '198.51.100.9' }],
      NOW,
    ).state,
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

test('the launcher check names the address from which a key was refused last', () => {
  const refused = { ...key, refusedAt: NOW, refusedIp: '198.51.100.9' }

  const { state, advice } = evaluateApiKeys([key, refused], NOW)

  assert.equal(state, 'bad')
  assert.match(advice?.en ?? '', /add 198\.51\.100\.9 /)
})
