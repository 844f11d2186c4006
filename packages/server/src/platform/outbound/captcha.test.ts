import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, refusalsOf } from '@portal/contract'
import {
  IP,
  openCheck,
  openProvider,
  PASSES,
  SECRET,
  TOKEN,
} from '../../../test/account/registration/captcha-check.ts'
import { bodyOf, openStubServer } from '../../../test/support/stub-server.ts'
import { openLog } from '../log.ts'
import { captchaCheck } from './captcha.ts'

const PROVIDERS = ['turnstile', 'hcaptcha', 'recaptcha'] as const

test('a site without keys has no captcha', () => {
  const captcha = captchaCheck({ log: openLog('silent') }, { captcha: undefined })

  assert.equal(captcha, undefined)
})

for (const provider of PROVIDERS) {
  test(`a valid token passes (${provider})`, async () => {
    await using server = await openProvider(PASSES[provider])
    const captcha = openCheck(server.url, provider)

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'passed')
    assert.deepEqual(captcha.logLines, [])
  })
}

test('the provider receives the secret, the token and the address as a form', async () => {
  const asked: object[] = []
  await using server = await openStubServer(async (request, response) => {
    const { method, url, headers } = request
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
    asked.push({ method, url, type: headers['content-type']?.split(';')[0], form })
    response.end(JSON.stringify(PASSES.turnstile))
  })
  const captcha = openCheck(`${server.url}/siteverify`)

  await captcha.check(TOKEN)

  const form = { secret: SECRET, response: TOKEN, remoteip: IP }
  const type = 'application/x-www-form-urlencoded'
  assert.deepEqual(asked, [{ method: 'POST', url: '/siteverify', type, form }])
})

const NO_TOKENS = { missing: undefined, empty: '', 'too long': 'x'.repeat(8193) }

for (const [what, token] of Object.entries(NO_TOKENS)) {
  test(`a token that is ${what} is refused without a request to the provider`, async () => {
    await using server = await openProvider(PASSES.turnstile)
    const captcha = openCheck(server.url)

    const outcome = await captcha.check(token)

    assert.equal(outcome, 'captcha.invalid')
    assert.equal(server.requests(), 0)
  })
}

test('a token of 8192 characters passes', async () => {
  await using server = await openProvider(PASSES.turnstile)
  const captcha = openCheck(server.url)

  const outcome = await captcha.check('x'.repeat(8192))

  assert.equal(outcome, 'passed')
})

const REFUSALS = {
  'is made up': { success: false, 'error-codes': ['invalid-input-response'] },
  'was used before': { success: false, 'error-codes': ['timeout-or-duplicate'] },
  'is refused without a reason': { success: false },
  'is refused with no list of reasons': { success: false, 'error-codes': null },
  'was made for another action': { success: true, score: 0.9, action: 'register' },
  'was made for no action': { success: true, score: 0.9, action: '' },
  'was made for the action in other letters': { success: true, score: 0.9, action: 'Login' },
}

for (const provider of PROVIDERS) {
  for (const [what, verdict] of Object.entries(REFUSALS)) {
    test(`a token that ${what} is refused (${provider})`, async () => {
      await using server = await openProvider(verdict)
      const captcha = openCheck(server.url, provider)

      const outcome = await captcha.check(TOKEN)

      assert.equal(outcome, 'captcha.invalid')
      assert.deepEqual(captcha.levels(), ['debug'])
    })
  }
}

test('a refusal with status 400 counts as an invalid token', async () => {
  await using server = await openProvider(REFUSALS['is made up'], 400)
  const captcha = openCheck(server.url)

  const outcome = await captcha.check(TOKEN)

  assert.equal(outcome, 'captcha.invalid')
})

const SCORES = { 0: 'captcha.invalid', 0.49: 'captcha.invalid', 0.5: 'passed', 1: 'passed' }

for (const [score, expected] of Object.entries(SCORES)) {
  test(`reCAPTCHA's score ${score} means: ${expected}`, async () => {
    await using server = await openProvider({ ...PASSES.recaptcha, score: Number(score) })
    const captcha = openCheck(server.url, 'recaptcha')

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, expected)
  })
}

test('a score of hCaptcha is ignored', async () => {
  await using server = await openProvider({ ...PASSES.hcaptcha, score: 0.1 })
  const captcha = openCheck(server.url, 'hcaptcha')

  const outcome = await captcha.check(TOKEN)

  assert.equal(outcome, 'passed')
})

test('every endpoint with a captcha lists its captcha refusals', () => {
  const codes = (endpoint: Parameters<typeof refusalsOf>[0]) =>
    refusalsOf(endpoint).filter((code) => code.startsWith('captcha.'))

  assert.deepEqual(codes(endpoints.login), ['captcha.invalid', 'captcha.unavailable'])
  assert.deepEqual(codes(endpoints.register), ['captcha.invalid', 'captcha.unavailable'])
  assert.deepEqual(codes(endpoints.refresh), [])
})
