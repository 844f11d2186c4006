import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeOutside } from './judge-response.ts'

const URL = 'http://example.org/health/live'

function adviceFor(status: number, headers: Record<string, string>, text = ''): string {
  const { state, advice } = judgeOutside(
    URL,
    { status, headers: new Headers(headers), text },
    false,
  )
  assert.equal(state, 'bad')
  return advice?.en ?? ''
}

test('the doctor tells apart what answers in the site’s place', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }

  assert.equal(
    adviceFor(301, { location: 'https://example.org/health/live' }),
    'Set PUBLIC_URL=https://example.org',
  )
  assert.match(adviceFor(302, { location: 'http://www.example.org/' }), /answers itself/)
  assert.match(adviceFor(301, { location: 'https://www.example.org/' }), /answers itself/)
  assert.match(adviceFor(403, { ...html, 'cf-mitigated': 'challenge' }), /skip the challenge/)
  assert.match(adviceFor(503, html, '<title>Just a moment...</title>'), /skip the challenge/)
  assert.match(adviceFor(502, html, '<html>Bad Gateway'), /whether the site is running/)
  assert.match(adviceFor(200, html, '<html>Welcome to nginx'), /DNS leads elsewhere/)
  assert.match(
    adviceFor(200, { 'content-type': 'application/json' }, '{}'),
    /does not change answers/,
  )
})

test('an answer that is as it should be is good', () => {
  const answer = { status: 200, headers: new Headers(), text: '{"status":"ok"}' }

  assert.equal(judgeOutside(URL, answer, true).state, 'good')
})
