import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, refusalsOf } from '@portal/contract'
import { bodyOf, deadAddress, MISBEHAVIOURS, openOutsideServer } from '../../test/outside-server.ts'
import { Refusal } from '../errors.ts'
import { type CaptchaProvider, captchaCheck } from './captcha.ts'
import { MINUTE, SECOND } from './clock.ts'
import { openLog } from './log.ts'

const TOKEN = 'P1_eyJ0eXAi.token-of-a-player_0123456789&+ %'
const SECRET = '0x4AAAAAAA-secret-of-the-site&='
const IP = '2001:db8::7'
const PROVIDERS = ['turnstile', 'hcaptcha', 'recaptcha'] as const

type Bounds = { budget?: number; places?: number }

/** A check that asks the given address. */
function openCheck(
  verifyUrl: string,
  provider: CaptchaProvider = 'turnstile',
  bounds: Bounds = {},
) {
  const logLines: string[] = []
  const log = openLog('debug', { write: (line) => void logLines.push(line) })
  const keys = { provider, siteKey: '10000000-site', secretKey: SECRET, verifyUrl }
  const captcha = captchaCheck({ log }, { captcha: keys }, { budget: MINUTE, ...bounds })
  if (!captcha) throw new Error('there are keys, so there is a check')
  return {
    logLines,
    levels: () => logLines.map((line) => JSON.parse(line).level),
    reasons: () => logLines.map((line) => JSON.parse(line).why),

    /** `passed`, or the code of the refusal with the seconds to wait. */
    async check(token: string | undefined) {
      try {
        await captcha.check(token, 'login', IP)
        return 'passed'
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { retryAfter } = error.details
        return retryAfter === undefined ? error.code : `${error.code}, retry in ${retryAfter}`
      }
    },
  }
}

/** A provider that gives every token the same verdict. */
function openProvider(verdict: object, status = 200) {
  return openOutsideServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict))
  })
}

test('without keys there is no captcha', () => {
  const captcha = captchaCheck({ log: openLog('silent') }, { captcha: undefined })

  assert.equal(captcha, undefined)
})

const PASSES = {
  turnstile: {
    success: true,
    'error-codes': [],
    action: 'login',
    cdata: '',
    hostname: 'a.example',
  },
  hcaptcha: { success: true, credit: false, hostname: 'a.example', challenge_ts: '2030-01-01' },
  recaptcha: { success: true, score: 0.9, action: 'login', hostname: 'a.example' },
}
for (const provider of PROVIDERS) {
  test(`a good token passes (${provider})`, async () => {
    await using server = await openProvider(PASSES[provider])
    const captcha = openCheck(server.url, provider)

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'passed')
    assert.deepEqual(captcha.logLines, [])
  })
}

test('the provider is told the secret, the token and the address, as a form', async () => {
  const asked: object[] = []
  await using server = await openOutsideServer(async (request, response) => {
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
  test(`a token that is ${what} is refused and the provider is not asked`, async () => {
    await using server = await openProvider(PASSES.turnstile)
    const captcha = openCheck(server.url)

    const outcome = await captcha.check(token)

    assert.equal(outcome, 'captcha.invalid')
    assert.equal(server.requests(), 0)
  })
}

test('a token of 8192 characters is long, but may be one', async () => {
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

test('a refusal may come with a status of its own', async () => {
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

test('only reCAPTCHA is asked for a score', async () => {
  await using server = await openProvider({ ...PASSES.hcaptcha, score: 0.1 })
  const captcha = openCheck(server.url, 'hcaptcha')

  const outcome = await captcha.check(TOKEN)

  assert.equal(outcome, 'passed')
})

const OUR_FAULTS = {
  'the secret is wrong': { success: false, 'error-codes': ['invalid-input-secret'] },
  'there is no secret': { success: false, 'error-codes': ['missing-input-secret'] },
  'the secret is one of two faults': {
    success: false,
    'error-codes': ['invalid-input-response', 'invalid-input-secret'],
  },
  'the keys give no score': { success: true, action: 'login' },
}
for (const [what, verdict] of Object.entries(OUR_FAULTS)) {
  test(`it is the site's fault and an error when ${what}`, async () => {
    await using server = await openProvider(verdict)
    const captcha = openCheck(server.url, 'recaptcha')

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.deepEqual(captcha.levels(), ['error'])
  })
}

for (const [what, answer] of Object.entries(MISBEHAVIOURS)) {
  test(`nobody passes when the provider ${what}`, async () => {
    await using server = await openOutsideServer(answer)
    const silent = /says nothing|stops/.test(what)
    const captcha = openCheck(server.url, 'turnstile', silent ? { budget: 50 } : {})

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.deepEqual(captcha.levels(), ['warn'])
    if (silent) assert.deepEqual(captcha.reasons(), ['The operation was aborted due to timeout'])
  })
}

test('nobody passes when nobody listens at the address', async () => {
  const captcha = openCheck(await deadAddress())

  const outcome = await captcha.check(TOKEN)

  assert.equal(outcome, 'captcha.unavailable, retry in 5')
  assert.deepEqual(captcha.reasons(), ['ECONNREFUSED'])
})

const NO_VERDICTS = {
  null: null,
  'a list': [],
  'a word': 'true',
  'nothing about success': { action: 'login' },
  'success in words': { success: 'true', action: 'login' },
  'an action that is no text': { success: true, action: ['login'] },
  'a fault of its own': { success: false, 'error-codes': ['internal-error'] },
  'more than it may': { success: true, action: 'login', hostname: 'x'.repeat(70_000) },
}
for (const [what, verdict] of Object.entries(NO_VERDICTS)) {
  test(`nobody passes when the provider answers ${what}`, async () => {
    await using server = await openOutsideServer((_request, response) => {
      response.end(JSON.stringify(verdict))
    })
    const captcha = openCheck(server.url)

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.deepEqual(captcha.levels(), ['warn'])
  })
}

for (const status of [201, 302, 400, 500]) {
  test(`nobody passes by a verdict with status ${status}`, async () => {
    await using elsewhere = await openProvider(PASSES.turnstile)
    await using server = await openOutsideServer((_request, response) => {
      response.writeHead(status, { location: elsewhere.url }).end(JSON.stringify(PASSES.turnstile))
    })
    const captcha = openCheck(server.url)

    const outcome = await captcha.check(TOKEN)

    assert.equal(outcome, 'captcha.unavailable, retry in 5')
    assert.equal(elsewhere.requests(), 0)
  })
}

test('a check may take five seconds, and not more', async (t) => {
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

test('a provider that hangs takes no more than its places', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await using server = await openOutsideServer(async (_request, response) => {
    arrive()
    await released
    response.end(JSON.stringify(PASSES.turnstile))
  })
  const captcha = openCheck(server.url, 'turnstile', { places: 1 })

  const first = captcha.check(TOKEN)
  await arrived
  const second = await captcha.check(TOKEN)
  release()
  const outcomes = [await first, second, await captcha.check(TOKEN)]

  assert.deepEqual(outcomes, ['passed', 'overloaded, retry in 2', 'passed'])
})

test('neither the token nor the secret reaches the log', async () => {
  let said = ''
  await using server = await openOutsideServer((_request, response) => response.end(said))
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

test('every endpoint with a captcha says how it refuses', () => {
  const codes = (endpoint: Parameters<typeof refusalsOf>[0]) =>
    refusalsOf(endpoint).filter((code) => code.startsWith('captcha.'))

  assert.deepEqual(codes(endpoints.login), ['captcha.invalid', 'captcha.unavailable'])
  assert.deepEqual(codes(endpoints.register), ['captcha.invalid', 'captcha.unavailable'])
  assert.deepEqual(codes(endpoints.refresh), [])
})
