import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluatePasskeys } from './check-passkeys.ts'

test('the passkey check counts the passkeys of an earlier site address', () => {
  const hosts = [
    { host: 'new.example.org', count: 2 },
    { host: 'old.example.org', count: 3 },
  ]

  const moved = evaluatePasskeys('https://new.example.org', hosts)
  const stayed = evaluatePasskeys('https://new.example.org', hosts.slice(0, 1))

  assert.equal(moved.state, 'warning')
  assert.match(moved.detail.en, /\(old\.example\.org\): 3/)
  assert.match(moved.advice?.en ?? '', /PUBLIC_URL back/)
  assert.equal(stayed.state, 'good')
})

test('the passkey check explains why an address supports no passkeys', () => {
  assert.match(evaluatePasskeys('https://192.0.2.7', []).detail.en, /is an IP address/)
  assert.match(evaluatePasskeys('http://play.example.org', []).detail.en, /does not use https/)
  assert.equal(evaluatePasskeys('http://localhost:8080', []).state, 'good')
})
