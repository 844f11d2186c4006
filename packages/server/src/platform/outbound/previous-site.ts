import { createHmac } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { type Clock, MINUTE, SECOND } from '../clock.ts'
import { type ConcurrencyLimiter, concurrencyLimiter } from '../concurrency-limiter.ts'
import type { Log } from '../log.ts'
import { bareHost } from '../network/private-address.ts'
import type { Random } from '../random.ts'
import { circuitBreaker, OPEN_FOR } from './circuit-breaker.ts'
import { failureOf, type OutboundLimits, type TextResponse } from './fetch-text.ts'
import { postText } from './post-text.ts'

const LIMITS: OutboundLimits = { budget: 2 * SECOND, sizeBytes: 16 * 1024 }
/**
 * For how many milliseconds a rejected pair of name and password is remembered, and how many pairs are remembered at
 * most.
 */
const REJECTION_TTL = 10 * MINUTE
const MAX_REJECTIONS = 10_000
const MAX_CONCURRENT = 16
const MAX_QUEUED = 16

export type PreviousSitePlayer = Static<typeof Accepted>

export type PreviousSiteLogin = { login: string; password: string }

export type MigrationTarget = {
  isHere(): Promise<boolean>
  migrate(old: PreviousSitePlayer): Promise<boolean>
}

/** The site from which players are imported when they first sign in here (docs/contract.md#from-an-old-site). */
export type PreviousSite = {
  /**
   * Sends a name and password to the previous site and, if it accepts them, lets `migrate` create the account.
   * Concurrent calls with the same pair share one request. A missing response is no error.
   * @param then.isHere whether a player with this name exists here by now; then no request is sent
   * @param then.migrate returns false if the player cannot be imported; the pair is then remembered as rejected
   * @throws errors of `isHere` and `migrate`
   */
  verify(url: string, guess: PreviousSiteLogin, then: MigrationTarget): Promise<void>
  /** Limits concurrent sign-ins with unknown names. Other sign-ins do not wait for them. */
  limiter: ConcurrencyLimiter
  counts(): PreviousSiteCounts
}

/** The results of requests. `skipped` counts requests that were not sent because the circuit breaker was open. */
export type PreviousSiteCounts = { yes: number; no: number; failure: number; skipped: number }

export function previousSite(
  app: { log: Log; clock: Clock; random: Random; config: AllowedHosts },
  bounds: Partial<OutboundLimits> = {},
): PreviousSite {
  const counts: PreviousSiteCounts = { yes: 0, no: 0, failure: 0, skipped: 0 }
  const breaker = circuitBreaker(app.clock)
  const asking = new Map<string, Promise<void>>()
  const key = app.random.bytes(32)
  const rejections = new Map<string, number>()

  const markOf = (url: string, { login, password }: PreviousSiteLogin): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([url, login.toLowerCase(), password]))
      .digest('base64url')
  const remember = (mark: string): void => {
    rejections.delete(mark)
    rejections.set(mark, app.clock.now() + REJECTION_TTL)
    const [oldest] = rejections.keys()
    if (rejections.size > MAX_REJECTIONS && oldest !== undefined) rejections.delete(oldest)
  }

  const put = async (
    url: string,
    guess: PreviousSiteLogin,
  ): Promise<PreviousSitePlayer | 'no' | undefined> => {
    if (!breaker.mayTry()) {
      counts.skipped += 1
      return undefined
    }
    try {
      const answer = readAnswer(
        await requestLogin(app.config, url, guess, { ...LIMITS, ...bounds }),
      )
      breaker.succeeded()
      counts[answer.ok ? 'yes' : 'no'] += 1
      return answer.ok ? answer : 'no'
    } catch (error) {
      const pausing = breaker.failed()
      counts.failure += 1
      app.log.warn(
        { reason: failureOf(error), ...(pausing && { askedAgainInSeconds: OPEN_FOR / SECOND }) },
        'previous site did not respond; unknown name refused',
      )
      return undefined
    }
  }

  return {
    async verify(url, guess, { isHere, migrate }) {
      const mark = markOf(url, guess)
      if (app.clock.now() < (rejections.get(mark) ?? 0)) return
      const decide = async () => {
        if (await isHere()) return
        const answer = await put(url, guess)
        if (answer === undefined) return
        if (answer === 'no' || !(await migrate(answer))) remember(mark)
      }
      const shared = asking.get(mark) ?? decide().finally(() => asking.delete(mark))
      asking.set(mark, shared)
      await shared
    },
    limiter: concurrencyLimiter(MAX_CONCURRENT, MAX_QUEUED),
    counts: () => ({ ...counts }),
  }
}

type AllowedHosts = { allowPrivateHosts: readonly string[] }

/**
 * Sends a name and password to the previous site.
 * @throws PrivateHostError for a private address, unless the environment names its host; the errors of `fetchText`
 */
export async function requestLogin(
  { allowPrivateHosts }: AllowedHosts,
  url: string,
  { login, password }: PreviousSiteLogin,
  bounds: OutboundLimits = LIMITS,
): Promise<TextResponse> {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Portal' }
  const body = JSON.stringify({ login, password })
  const isAllowedInside = allowPrivateHosts.includes(bareHost(new URL(url).hostname))
  return postText(url, { headers, body, isAllowedInside }, bounds)
}

const orNull = () => Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()]))

const Accepted = Type.Object({
  ok: Type.Literal(true),
  username: Type.String({ maxLength: 300 }),
  email: orNull(),
  uuid: orNull(),
})
const Rejected = Type.Object({ ok: Type.Literal(false) })

/**
 * Reads the previous site's response. An acceptance must have the status 200; a rejection may also have a 4xx status
 * except 429.
 * @throws Error for any other response
 */
export function readAnswer({ status, text }: TextResponse): PreviousSitePlayer | { ok: false } {
  const answer = parseJson(text.replace(/^\uFEFF/, '')) // PHP files often begin with a byte order mark
  if (status === 200 && Check(Accepted, answer)) return answer
  const isRefusal = status === 200 || (status >= 400 && status < 500 && status !== 429)
  if (isRefusal && Check(Rejected, answer)) return { ok: false }
  throw new Error(`the answer has status ${status} and is neither yes nor no`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
