import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeIdentities } from './check-linked-accounts.ts'

const HTTPS = 'https://play.example.org'

test('services that answer are named', () => {
  const opinion = judgeIdentities(HTTPS, [
    { name: 'Discord', trouble: null },
    { name: 'Our forum', trouble: null },
  ])

  assert.deepEqual([opinion.state, opinion.detail.en], ['good', 'They answer: Discord, Our forum.'])
})

test('a site without services is in order', () => {
  assert.equal(judgeIdentities('http://play.example.org', []).state, 'good')
})

test('a service that is away is named with the reason', () => {
  const opinion = judgeIdentities(HTTPS, [
    { name: 'Discord', trouble: null },
    { name: 'Our forum', trouble: 'ECONNREFUSED' },
  ])

  assert.equal(opinion.state, 'warning')
  assert.match(opinion.detail.en, /do not answer: Our forum \(ECONNREFUSED\)\./)
})

for (const [url, state] of [
  ['http://play.example.org', 'warning'],
  ['http://203.0.113.7:8080', 'warning'],
  ['http://localhost:8080', 'good'],
] as const) {
  test(`services that send people back to ${url} are ${state}`, () => {
    assert.equal(judgeIdentities(url, [{ name: 'Discord', trouble: null }]).state, state)
  })
}
