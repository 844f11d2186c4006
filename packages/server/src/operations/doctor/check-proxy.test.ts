import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeProxy } from './check-proxy.ts'

const OPEN = { trustProxy: false, host: '0.0.0.0', publicUrl: 'http://example.org' } as const

test('a proxy that TRUST_PROXY does not name is bad, and the advice has its address', () => {
  const { state, advice } = judgeProxy(OPEN, '10.0.0.1')

  assert.equal(state, 'bad')
  assert.match(advice?.en ?? '', /TRUST_PROXY=10\.0\.0\.1/)
  assert.match(advice?.ru ?? '', /TRUST_PROXY=10\.0\.0\.1/)
})

test('https without a named proxy is a warning, http without one is good', () => {
  const states = ['https://example.org', 'http://example.org'].map(
    (publicUrl) => judgeProxy({ ...OPEN, publicUrl }, undefined).state,
  )

  assert.deepEqual(states, ['warning', 'good'])
})

test('a number of hops is safe only if nothing but the proxy reaches the site', () => {
  const states = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '192.168.1.5'].map(
    (host) => judgeProxy({ ...OPEN, trustProxy: 1, host }, undefined).state,
  )

  assert.deepEqual(states, ['good', 'good', 'good', 'warning', 'warning', 'warning'])
})

test('a network wider than any proxy provider’s must not be trusted', () => {
  const states = [
    ['127.0.0.1'],
    ['10.0.0.0/8', 'fd00::/8'],
    ['104.16.0.0/13', '2400:cb00::/32', '2a06:98c0::/29'],
    ['104.0.0.0/11'],
    ['127.0.0.1', '2000::/3'],
  ].map((trustProxy) => judgeProxy({ ...OPEN, trustProxy }, undefined).state)

  assert.deepEqual(states, ['good', 'good', 'good', 'bad', 'bad'])
})
