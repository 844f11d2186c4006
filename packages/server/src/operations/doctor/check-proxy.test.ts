import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateProxy } from './check-proxy.ts'

const OPEN = { trustProxy: false, host: '0.0.0.0', publicUrl: 'http://example.org' } as const

test('the advice about a proxy missing in TRUST_PROXY names the address of the proxy', () => {
  const { state, advice } = evaluateProxy(OPEN, '10.0.0.1')

  assert.equal(state, 'bad')
  assert.match(advice?.en ?? '', /TRUST_PROXY=10\.0\.0\.1/)
  assert.match(advice?.ru ?? '', /TRUST_PROXY=10\.0\.0\.1/)
})

test('the proxy check warns about https without TRUST_PROXY', () => {
  const states = ['https://example.org', 'http://example.org'].map(
    (publicUrl) => evaluateProxy({ ...OPEN, publicUrl }, undefined).state,
  )

  assert.deepEqual(states, ['warning', 'good'])
})

test('the proxy check accepts a hop count only if the server listens on localhost', () => {
  const states = ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', '192.168.1.5'].map(
    (host) => evaluateProxy({ ...OPEN, trustProxy: 1, host }, undefined).state,
  )

  assert.deepEqual(states, ['good', 'good', 'good', 'warning', 'warning', 'warning'])
})

test('the proxy check refuses a trusted network wider than those of proxy providers', () => {
  const states = [
    ['127.0.0.1'],
    ['10.0.0.0/8', 'fd00::/8'],
    ['104.16.0.0/13', '2400:cb00::/32', '2a06:98c0::/29'],
    ['104.0.0.0/11'],
    ['127.0.0.1', '2000::/3'],
  ].map((trustProxy) => evaluateProxy({ ...OPEN, trustProxy }, undefined).state)

  assert.deepEqual(states, ['good', 'good', 'good', 'bad', 'bad'])
})
