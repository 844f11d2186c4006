import type { CaptchaAction } from '@portal/contract'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { SECOND } from '../clock.ts'
import { turnstile } from '../concurrency-limiter.ts'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Answer, type Bounds, failureOf, fetchText } from './fetch-text.ts'

/** Where each provider verifies a token; all three have the same interface. */
export const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const

export type CaptchaProvider = keyof typeof VERIFY_URLS

export type CaptchaKeys = {
  provider: CaptchaProvider
  /** Public: the pages need it to show the captcha. */
  siteKey: string
  secretKey: string
  verifyUrl: string
}

export type Captcha = {
  /**
   * Lets a caller through who has a token that the provider issued for this action
   * (docs/contract.md#captcha-and-config). The provider accepts a token once.
   *
   * @param token the `captcha` header.
   * @param ip the caller's address.
   * @throws Refusal `captcha.invalid`; `captcha.unavailable` when the provider gives no verdict;
   *   `overloaded` when too many checks are under way.
   */
  check(token: string | undefined, action: CaptchaAction, ip: string): Promise<void>
}

type CaptchaBounds = Bounds & {
  /** How many checks may run at once: a provider that hangs must not use up all sockets. */
  places: number
}

const BOUNDS: CaptchaBounds = { budget: 5 * SECOND, sizeBytes: 64 * 1024, places: 256 }
const LONGEST_TOKEN = 8192 // Turnstile promises 2048; hCaptcha's have been seen above 4000
const LOWEST_SCORE = 0.5
const RETRY_AFTER_SECONDS = 5

/** Opens the check of tokens; undefined when the site has no captcha keys. */
export function captchaCheck(
  app: { log: Log },
  config: { captcha: CaptchaKeys | undefined },
  bounds: Partial<CaptchaBounds> = {},
): Captcha | undefined {
  const { captcha: keys } = config
  if (!keys) return undefined
  const limits = { ...BOUNDS, ...bounds }
  const inTurn = turnstile(limits.places, 0)

  return {
    async check(token, action, ip) {
      if (!token || token.length > LONGEST_TOKEN) throw new Refusal('captcha.invalid')

      const verdict = await inTurn(() => askProvider(keys, { token, action, ip }, limits))

      if (verdict.is === 'passed') return
      const { is, why } = verdict
      const about = { provider: keys.provider, action, why }
      if (is === 'refused') {
        app.log.debug(about, 'a captcha was refused')
        throw new Refusal('captcha.invalid')
      }
      if (is === 'misconfigured') app.log.error(about, 'the captcha keys of the site are wrong')
      else app.log.warn(about, 'the captcha provider gave no verdict')
      throw new Refusal('captcha.unavailable', { retryAfter: RETRY_AFTER_SECONDS })
    },
  }
}

/** Whose fault a failure is: `refused` the caller's, `misconfigured` ours, else the provider's. */
type Verdict = { is: 'passed' } | { is: 'refused' | 'misconfigured' | 'unanswered'; why: string }

type Question = { token: string; action: CaptchaAction; ip: string }

async function askProvider(
  keys: CaptchaKeys,
  { token, action, ip }: Question,
  bounds: Bounds,
): Promise<Verdict> {
  const form = { secret: keys.secretKey, response: token, remoteip: ip }
  const request = { method: 'POST', body: new URLSearchParams(form) }
  try {
    return judge(keys.provider, action, await fetchText(keys.verifyUrl, request, bounds))
  } catch (error) {
    return { is: 'unanswered', why: failureOf(error) }
  }
}

function judge(provider: CaptchaProvider, action: CaptchaAction, answer: Answer): Verdict {
  const outcome = readOutcome(answer)
  if (!outcome) return { is: 'unanswered', why: `status ${answer.status}, not readable` }
  if (!outcome.success) return judgeRefusal(outcome['error-codes'] ?? [])
  if (typeof outcome.action === 'string' && outcome.action !== action) {
    return { is: 'refused', why: 'it was made for another action' }
  }
  if (provider !== 'recaptcha') return { is: 'passed' }
  if (typeof outcome.score !== 'number') {
    return { is: 'misconfigured', why: 'there is no score: the keys are not of reCAPTCHA v3' }
  }
  if (outcome.score < LOWEST_SCORE) return { is: 'refused', why: `score ${outcome.score}` }
  return { is: 'passed' }
}

const OUR_FAULTS = [
  'missing-input-secret',
  'invalid-input-secret',
  'invalid-parsed-secret', // Turnstile
  'invalid-widget-id', // Turnstile: the widget that the secret belongs to
]

function judgeRefusal(codes: readonly string[]): Verdict {
  const why = codes.filter((code) => /^[a-z-]{1,40}$/.test(code)).join(', ')
  if (codes.some((code) => OUR_FAULTS.includes(code))) return { is: 'misconfigured', why }
  if (codes.includes('internal-error')) return { is: 'unanswered', why }
  return { is: 'refused', why }
}

const OrNull = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

/** hCaptcha returns no action; Turnstile returns an empty one for a token without an action. */
const Outcome = Type.Object({
  success: Type.Boolean(),
  action: OrNull(Type.String()),
  score: OrNull(Type.Number()),
  'error-codes': OrNull(Type.Array(Type.String())),
})

/** A refusal may have a 4xx status; a success counts only with status 200. */
function readOutcome({ status, text }: Answer): Static<typeof Outcome> | undefined {
  const outcome = parseJson(text)
  if (!Check(Outcome, outcome)) return undefined
  const refusal = !outcome.success && status >= 400 && status < 500 && status !== 429
  return status === 200 || refusal ? outcome : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the answer is not JSON, so it is no verdict
  }
}
