import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeProvider } from './check-captcha.ts'

test('a provider that refuses only the token knows the secret key', () => {
  const judge = (...codes: string[]) => {
    const text = JSON.stringify({ success: false, 'error-codes': codes })
    return judgeProvider('turnstile', { status: 200, text })
  }

  assert.equal(judge('invalid-input-response').state, 'good')
  assert.match(judge('invalid-input-secret').advice?.en ?? '', /Copy both keys/)
  assert.match(judge('missing-input-secret').advice?.en ?? '', /Copy both keys/)
  assert.match(
    judgeProvider('turnstile', { status: 403, text: '<html>' }).detail.en,
    /does not answer as it should \(HTTP 403\)/,
  )
})
