import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateResponse } from './evaluate-response.ts'

const URL = 'http://example.org/health/live'

function adviceFor(status: number, headers: Record<string, string>, text = ''): string {
  const { state, advice } = evaluateResponse(
    URL,
    { status, headers: new Headers(headers), text },
    false,
  )
  assert.equal(state, 'bad')
  return advice?.en ?? ''
}

test('the doctor’s advice depends on what responds at the public address instead of the site', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }

  assert.equal(
    adviceFor(301, { location: 'https://example.org/health/live' }),
    'Set PUBLIC_URL=https://example.org',
  )
  assert.match(adviceFor(302, { location: 'http://www.example.org/' }), /does not redirect/)
  assert.match(adviceFor(301, { location: 'https://www.example.org/' }), /does not redirect/)
  assert.match(adviceFor(403, { ...html, 'cf-mitigated': 'challenge' }), /skip the challenge/)
  assert.match(adviceFor(503, html, '<title>Just a moment...</title>'), /skip the challenge/)
  assert.match(adviceFor(502, html, '<html>Bad Gateway'), /whether the site is running/)
  assert.match(adviceFor(200, html, '<html>Welcome to nginx'), /DNS leads elsewhere/)
  assert.match(
    adviceFor(200, { 'content-type': 'application/json' }, '{}'),
    /does not change responses/,
  )
})

test('the expected response at the public address passes the doctor’s check', () => {
  const answer = { status: 200, headers: new Headers(), text: '{"status":"ok"}' }

  assert.equal(evaluateResponse(URL, answer, true).state, 'good')
})
