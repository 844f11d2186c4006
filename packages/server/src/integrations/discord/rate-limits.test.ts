import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimits, waitOf } from './rate-limits.ts'

function refusal(headers: Record<string, string>, body: unknown = null) {
  return { status: 429, headers: new Headers(headers), body }
}

test('the unit of a wait that Discord demands is found by comparing the times in its response', () => {
  const cases: [number, ReturnType<typeof refusal>][] = [
    [
      64_570,
      refusal({ 'retry-after': '65', 'x-ratelimit-reset-after': '64.57' }, { retry_after: 64.57 }),
    ],
    [
      1_336_570,
      refusal(
        { 'retry-after': '1337', 'x-ratelimit-reset-after': '64.57' },
        { retry_after: 1336.57 },
      ),
    ],
    [
      6457,
      refusal({ 'retry-after': '6457', 'x-ratelimit-reset-after': '6.457' }, { retry_after: 6457 }),
    ],
    [6457, refusal({ 'retry-after': '6457' }, { retry_after: 6.457 })],
    [7000, refusal({ 'retry-after': '7' }, { retry_after: 6900 })],
    [1500, refusal({ 'retry-after': '1500' })],
    [2000, refusal({ 'retry-after': '2' })],
    [300, refusal({}, { retry_after: 0.3 })],
    [5000, refusal({})],
  ]

  const waits = cases.map(([, response]) => waitOf(response, 1))

  assert.deepEqual(
    waits,
    cases.map(([wait]) => wait),
  )
})

test('a wait without a clear unit is read as milliseconds, and as seconds after a second refusal', () => {
  const limits = new RateLimits()

  limits.record('GET member', refusal({ 'retry-after': '3600' }), 0)
  const first = limits.freeAt('GET member')
  limits.record('GET member', refusal({ 'retry-after': '3600' }), first)

  assert.deepEqual([first, limits.freeAt('GET member') - first], [3600, 3_600_000])
})

test('an exhausted rate limit blocks the route until it resets', () => {
  const limits = new RateLimits()
  const headers = { 'x-ratelimit-bucket': 'a', 'x-ratelimit-remaining': '0' }
  limits.record('PUT role', { ...refusal(headers), status: 204 }, 0)
  const withReset = new Headers({ ...headers, 'x-ratelimit-reset-after': '1.5' })
  limits.record('DELETE role', { status: 204, headers: withReset, body: null }, 0)

  assert.equal(limits.freeAt('PUT role'), 1500)
  assert.equal(limits.freeAt('GET roles'), 0)
})

test('a global rate limit of Discord blocks every route', () => {
  const byScope = new RateLimits()
  const byNetwork = new RateLimits()

  byScope.record('PUT role', refusal({ 'retry-after': '2', 'x-ratelimit-scope': 'global' }), 0)
  byNetwork.record('PUT role', refusal({ 'retry-after': '2' }), 0)

  assert.deepEqual([byScope.freeAt('GET roles'), byNetwork.freeAt('GET roles')], [2000, 2000])
})
