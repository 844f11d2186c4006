import type { CaptchaAction } from '@portal/contract'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { SECOND } from '../clock.ts'
import { concurrencyLimiter } from '../concurrency-limiter.ts'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { failureOf, fetchText, type OutboundLimits, type TextResponse } from './fetch-text.ts'

export const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const

export type CaptchaProvider = keyof typeof VERIFY_URLS

export type CaptchaKeys = {
  provider: CaptchaProvider
  siteKey: string
  secretKey: string
  verifyUrl: string
}

export type Captcha = {
  /**
   * Checks a token, which works once.
   * @throws Refusal `captcha.invalid`, `captcha.unavailable`, `overloaded`
   */
  check(token: string | undefined, action: CaptchaAction, ip: string): Promise<void>
}

type CaptchaBounds = OutboundLimits & {
  /** How many checks run concurrently at most, so that a hanging provider does not use up all sockets. */
  maxConcurrent: number
}

const LIMITS: CaptchaBounds = { budget: 5 * SECOND, sizeBytes: 64 * 1024, maxConcurrent: 256 }
const MAX_TOKEN_LENGTH = 8192 // Turnstile promises 2048; tokens of hCaptcha above 4000 have been seen
const MIN_SCORE = 0.5
const RETRY_AFTER_SECONDS = 5

export function captchaCheck(
  app: { log: Log },
  config: { captcha: CaptchaKeys | undefined },
  bounds: Partial<CaptchaBounds> = {},
): Captcha | undefined {
  const { captcha: keys } = config
  if (!keys) return undefined
  const limits = { ...LIMITS, ...bounds }
  const runLimited = concurrencyLimiter(limits.maxConcurrent, 0)

  return {
    async check(token, action, ip) {
      if (!token || token.length > MAX_TOKEN_LENGTH) throw new Refusal('captcha.invalid')

      const verdict = await runLimited(() => sendToProvider(keys, { token, action, ip }, limits))

      if (verdict.is === 'passed') return
      const { is, why } = verdict
      const about = { provider: keys.provider, action, why }
      if (is === 'refused') {
        app.log.debug(about, 'captcha refused')
        throw new Refusal('captcha.invalid')
      }
      if (is === 'misconfigured') app.log.error(about, 'captcha keys of the site are wrong')
      else app.log.warn(about, 'captcha provider gave no verdict')
      throw new Refusal('captcha.unavailable', { retryAfter: RETRY_AFTER_SECONDS })
    },
  }
}

/**
 * The result of a check. If it failed, `is` names the side that caused this: the caller (`refused`), the site
 * (`misconfigured`) or the provider (`unanswered`).
 */
type Verdict = { is: 'passed' } | { is: 'refused' | 'misconfigured' | 'unanswered'; why: string }

type CaptchaRequest = { token: string; action: CaptchaAction; ip: string }

async function sendToProvider(
  keys: CaptchaKeys,
  { token, action, ip }: CaptchaRequest,
  bounds: OutboundLimits,
): Promise<Verdict> {
  const form = { secret: keys.secretKey, response: token, remoteip: ip }
  const request = { method: 'POST', body: new URLSearchParams(form) }
  try {
    return evaluateOutcome(keys.provider, action, await fetchText(keys.verifyUrl, request, bounds))
  } catch (error) {
    return { is: 'unanswered', why: failureOf(error) }
  }
}

function evaluateOutcome(
  provider: CaptchaProvider,
  action: CaptchaAction,
  answer: TextResponse,
): Verdict {
  const outcome = readOutcome(answer)
  if (!outcome) return { is: 'unanswered', why: `status ${answer.status}, not readable` }
  if (!outcome.success) return evaluateRefusal(outcome['error-codes'] ?? [])
  if (typeof outcome.action === 'string' && outcome.action !== action) {
    return { is: 'refused', why: 'it was made for another action' }
  }
  if (provider !== 'recaptcha') return { is: 'passed' }
  if (typeof outcome.score !== 'number') {
    return { is: 'misconfigured', why: 'there is no score: the keys are not of reCAPTCHA v3' }
  }
  if (outcome.score < MIN_SCORE) return { is: 'refused', why: `score ${outcome.score}` }
  return { is: 'passed' }
}

const CONFIGURATION_ERRORS = [
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-parsed-secret',
  'invalid-widget-id', // for Turnstile: the widget to which the secret belongs
]

function evaluateRefusal(codes: readonly string[]): Verdict {
  const why = codes.filter((code) => /^[a-z-]{1,40}$/.test(code)).join(', ')
  if (codes.some((code) => CONFIGURATION_ERRORS.includes(code))) return { is: 'misconfigured', why }
  if (codes.includes('internal-error')) return { is: 'unanswered', why }
  return { is: 'refused', why }
}

const OrNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/**
 * The provider's response. hCaptcha returns no action; Turnstile returns an empty one for a token without an action.
 */
const Outcome = Type.Object({
  success: Type.Boolean(),
  action: OrNull(Type.String()),
  score: OrNull(Type.Number()),
  'error-codes': OrNull(Type.Array(Type.String())),
})

/**
 * Reads the provider's response. A success must have the status 200; a refusal may also have a 4xx status except 429.
 * Returns undefined for any other response.
 */
function readOutcome({ status, text }: TextResponse): Static<typeof Outcome> | undefined {
  const outcome = parseJson(text)
  if (!Check(Outcome, outcome)) return undefined
  const refusal = !outcome.success && status >= 400 && status < 500 && status !== 429
  return status === 200 || refusal ? outcome : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a response that is not JSON is no verdict
  }
}
