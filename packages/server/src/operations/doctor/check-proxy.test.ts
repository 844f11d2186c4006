import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateProxy } from './check-proxy.ts'

const OPEN = { trustProxy: false, host: '0.0.0.0', publicUrl: 'http://example.org' } as const

test('a proxy missing in TRUST_PROXY is bad, and the advice names its address', () => {
  const { state, advice } = evaluateProxy(OPEN, '10.0.0.1')

  assert.equal(state, 'bad')
  assert.match(advice?.en ?? '', /TRUST_PROXY=10\.0\.0\.1/)
  assert.match(advice?.ru ?? '', /TRUST_PROXY=10\.0\.0\.1/)
})

test('https without TRUST_PROXY is a warning, http without it is good', () => {
  const states = ['https://example.org', 'http://example.org'].map(
    (publicUrl) => evaluateProxy({ ...OPEN, publicUrl }, undefined).state,
  )

  assert.deepEqual(states, ['warning', 'good'])
})

test('a hop count is good only if only the proxy can reach the site', () => {
  const states = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '192.168.1.5'].map(
    (host) => evaluateProxy({ ...OPEN, trustProxy: 1, host }, undefined).state,
  )

  assert.deepEqual(states, ['good', 'good', 'good', 'warning', 'warning', 'warning'])
})

test('a trusted network wider than those of proxy providers is bad', () => {
  const states = [
    ['127.0.0.1'],
    ['10.0.0.0/8', 'fd00::/8'],
    ['104.16.0.0/13', '2400:cb00::/32', '2a06:98c0::/29'],
    ['104.0.0.0/11'],
    ['127.0.0.1', '2000::/3'],
  ].map((trustProxy) => evaluateProxy({ ...OPEN, trustProxy }, undefined).state)

  assert.deepEqual(states, ['good', 'good', 'good', 'bad', 'bad'])
})
