import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateIdentities } from './check-linked-accounts.ts'

const HTTPS = 'https://play.example.org'

test('the provider check names providers that respond', () => {
  const opinion = evaluateIdentities(HTTPS, [
    { name: 'Discord', problem: null },
    { name: 'Our forum', problem: null },
  ])

  assert.deepEqual([opinion.state, opinion.detail.en], ['good', 'Responding: Discord, Our forum.'])
})

test('a site without providers passes the provider check', () => {
  assert.equal(evaluateIdentities('http://play.example.org', []).state, 'good')
})

test('the provider check names each unreachable provider with the reason', () => {
  const opinion = evaluateIdentities(HTTPS, [
    { name: 'Discord', problem: null },
    { name: 'Google', problem: 'ENOTFOUND' },
    { name: 'Our forum', problem: 'status 503' },
    { name: 'VK ID', problem: 'ENOTFOUND' },
  ])

  assert.equal(opinion.state, 'warning')
  assert.match(
    opinion.detail.en,
    /Not responding: Google, VK ID \(name not found in DNS\), Our forum \(status 503\)\./,
  )
})

for (const [url, state] of [
  ['http://play.example.org', 'warning'],
  ['http://203.0.113.7:8080', 'warning'],
  ['http://localhost:8080', 'good'],
] as const) {
  test(`the provider check is ${state} for a site at ${url}`, () => {
    assert.equal(evaluateIdentities(url, [{ name: 'Discord', problem: null }]).state, state)
  })
}
