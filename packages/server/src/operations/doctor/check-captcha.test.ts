import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateProvider } from './check-captcha.ts'

test('the captcha check passes if the provider accepts the secret key and refuses the test token', () => {
  const judge = (...codes: string[]) => {
    const text = JSON.stringify({ success: false, 'error-codes': codes })
    return evaluateProvider('turnstile', { status: 200, text })
  }

  assert.equal(judge('invalid-input-response').state, 'good')
  assert.match(judge('invalid-input-secret').advice?.en ?? '', /Copy both keys/)
  assert.match(judge('missing-input-secret').advice?.en ?? '', /Copy both keys/)
  assert.match(
    evaluateProvider('turnstile', { status: 403, text: '<html>' }).detail.en,
    /does not respond as expected \(HTTP 403\)/,
  )
})
