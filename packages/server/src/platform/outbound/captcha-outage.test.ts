import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  IP,
  openCheck,
  openProvider,
  PASSES,
  SECRET,
  TOKEN,
} from '../../../test/account/registration/captcha-check.ts'
import { closedAddress, MISBEHAVIOURS, openStubServer } from '../../../test/support/stub-server.ts'
import { SECOND } from '../clock.ts'
import { openLog } from '../log.ts'
import { captchaCheck } from './captcha.ts'

const OUR_FAULTS = {
  'the secret is wrong': { success: false, 'error-codes': ['invalid-input-secret'] },
  'there is no secret': { success: false, 'error-codes': ['missing-input-secret'] },
  'the secret is one of two reported errors': {
    success: false,
    'error-codes': ['invalid-input-response', 'invalid-input-secret'],
  },
  'the keys give no score': { success: true, action: 'login' },
}

for (const [what, verdict] of Object.entries(OUR_FAULTS)) {
  test(`the captcha is unavailable and an error is logged when ${what}`, async () => {
    await using server = await openProvider(verdict)
    const captcha = openCheck(server.url, 'recaptcha')

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.deepEqual(captcha.levels(), ['error'])
  })
}

for (const [what, answer] of Object.entries(MISBEHAVIOURS)) {
  test(`no token passes when the provider ${what}`, async () => {
    await using server = await openStubServer(answer)
    const silent = /sends nothing|stops/.test(what)
    const captcha = openCheck(server.url, 'turnstile', silent ? { budget: 50 } : {})

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.deepEqual(captcha.levels(), ['warn'])
    if (silent) assert.deepEqual(captcha.reasons(), ['The operation was aborted due to timeout'])
  })
}

test('no token passes when the connection is refused', async () => {
  const captcha = openCheck(await closedAddress())

  const outcome = await captcha.check(TOKEN)

  assert.equal(outcome, 'captcha.unavailable, retry in 5')
  assert.deepEqual(captcha.reasons(), ['ECONNREFUSED'])
})

const NO_VERDICTS = {
  null: null,
  'a list': [],
  'a word': 'true',
  'JSON without success': { action: 'login' },
  'success as text': { success: 'true', action: 'login' },
  'an action that is not text': { success: true, action: ['login'] },
  'an internal error': { success: false, 'error-codes': ['internal-error'] },
  'a response above the size limit': {
    success: true,
    action: 'login',
    hostname: 'x'.repeat(70_000),
  },
}

for (const [what, verdict] of Object.entries(NO_VERDICTS)) {
  test(`no token passes when the provider sends ${what}`, async () => {
    await using server = await openStubServer((_request, response) => {
      response.end(JSON.stringify(verdict))
    })
    const captcha = openCheck(server.url)

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.deepEqual(captcha.levels(), ['warn'])
  })
}

for (const status of [201, 302, 400, 500]) {
  test(`a verdict with status ${status} accepts no token`, async () => {
    await using elsewhere = await openProvider(PASSES.turnstile)
    await using server = await openStubServer((_request, response) => {
      response.writeHead(status, { location: elsewhere.url }).end(JSON.stringify(PASSES.turnstile))
    })
    const captcha = openCheck(server.url)

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.equal(elsewhere.requests(), 0)
  })
}

test('a captcha check times out after five seconds', async (t) => {
  const timeout = t.mock.method(AbortSignal, 'timeout')
  await using server = await openProvider(PASSES.turnstile)
  const captcha = {
    provider: 'turnstile' as const,
    siteKey: 's',
    secretKey: SECRET,
    verifyUrl: server.url,
  }

  await captchaCheck({ log: openLog('silent') }, { captcha })?.check(TOKEN, 'login', IP)

  const budgets = timeout.mock.calls.map((call) => call.arguments)
  assert.deepEqual(budgets, [[5 * SECOND]])
})

test('a captcha check above the concurrency limit is refused while the provider hangs', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await using server = await openStubServer(async (_request, response) => {
    arrive()
    await released
    response.end(JSON.stringify(PASSES.turnstile))
  })
  const captcha = openCheck(server.url, 'turnstile', { maxConcurrent: 1 })

  const first = captcha.check(TOKEN)
  await arrived
  const second = await captcha.check(TOKEN)
  release()
  const outcomes = [await first, second, await captcha.check(TOKEN)]

  assert.deepEqual(outcomes, ['passed', 'overloaded, retry in 2', 'passed'])
})

test('neither the token nor the secret is logged', async () => {
  let said = ''
  await using server = await openStubServer((_request, response) => response.end(said))
  const captcha = openCheck(server.url)

  for (const code of ['invalid-input-response', 'invalid-input-secret', TOKEN, SECRET]) {
    said = JSON.stringify({ success: false, 'error-codes': [code, TOKEN, SECRET] })
    await captcha.check(TOKEN)
  }
  said = JSON.stringify({ [TOKEN]: SECRET })
  await captcha.check(TOKEN)
  said = `${TOKEN} does not go with ${SECRET}`
  await captcha.check(TOKEN)

  const unreadable = 'status 200, not readable'
  const reasons = ['invalid-input-response', 'invalid-input-secret', '', '', unreadable, unreadable]
  const log = captcha.logLines.join('')
  assert.deepEqual(captcha.reasons(), reasons)
  assert.deepEqual([log.includes(TOKEN), log.includes(SECRET)], [false, false])
})
