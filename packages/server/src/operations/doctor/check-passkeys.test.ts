import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePasskeys } from './check-passkeys.ts'

test('passkeys of an earlier address are counted, with what to do about them', () => {
  const hosts = [
    { host: 'new.example.org', count: 2 },
    { host: 'old.example.org', count: 3 },
  ]

  const moved = judgePasskeys('https://new.example.org', hosts)
  const stayed = judgePasskeys('https://new.example.org', hosts.slice(0, 1))

  assert.equal(moved.state, 'warning')
  assert.match(moved.detail.en, /\(old\.example\.org\): 3/)
  assert.match(moved.advice?.en ?? '', /PUBLIC_URL back/)
  assert.equal(stayed.state, 'good')
})

test('an address at which browsers make no passkeys is told with the reason', () => {
  assert.match(judgePasskeys('https://192.0.2.7', []).detail.en, /is an IP address/)
  assert.match(judgePasskeys('http://play.example.org', []).detail.en, /does not use https/)
  assert.equal(judgePasskeys('http://localhost:8080', []).state, 'good')
})
