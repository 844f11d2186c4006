import { MINUTE } from '../../../src/platform/clock.ts'
import { Refusal } from '../../../src/platform/errors.ts'
import { openLog } from '../../../src/platform/log.ts'
import { type CaptchaProvider, captchaCheck } from '../../../src/platform/outbound/captcha.ts'
import { openStubServer } from '../../support/stub-server.ts'

/** A token as a browser sends it. */
export const TOKEN = 'P1_eyJ0eXAi.token-of-a-player_0123456789&+ %'

/** The key that only the site and the provider know. */
export const SECRET = '0x4AAAAAAA-secret-of-the-site&='

/** The address of the caller who sends the token. */
export const IP = '2001:db8::7'

type Bounds = { budget?: number; maxConcurrent?: number }

/** Creates a check that sends requests to the given URL. */
export function openCheck(
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

    /** Returns `passed`, or the refusal code with the seconds to wait. */
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

/** Opens a provider with the same verdict for every token. */
export function openProvider(verdict: object, status = 200) {
  return openStubServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(verdict))
  })
}

/** Each provider's response to a good token. */
export const PASSES = {
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
