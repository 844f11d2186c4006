import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateAddress } from './check-address.ts'

test('the address check passes only an https address without a path', () => {
  const states = Object.fromEntries(
    [
      'https://example.org',
      'https://example.org:8443',
      'http://example.org',
      'http://203.0.113.5:8080',
      'https://example.org/portal',
      'http://localhost:8080',
      'http://127.0.0.1',
      'http://[::1]:8080',
    ].map((url) => [url, evaluateAddress(url).state]),
  )

  assert.deepEqual(states, {
    'https://example.org': 'good',
    'https://example.org:8443': 'good',
    'http://example.org': 'bad',
    'http://203.0.113.5:8080': 'bad',
    'https://example.org/portal': 'bad',
    'http://localhost:8080': 'warning',
    'http://127.0.0.1': 'warning',
    'http://[::1]:8080': 'warning',
  })
})
