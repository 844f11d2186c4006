import { createHmac } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { type Clock, MINUTE, SECOND } from '../clock.ts'
import { type Turnstile, turnstile } from '../concurrency-limiter.ts'
import type { Log } from '../log.ts'
import { bareHost } from '../network/private-address.ts'
import type { Random } from '../random.ts'
import { circuitBreaker, PAUSE } from './circuit-breaker.ts'
import { type Answer, type Bounds, failureOf } from './fetch-text.ts'
import { postText } from './post-text.ts'

const BOUNDS: Bounds = { budget: 2 * SECOND, sizeBytes: 16 * 1024 }
/** How long a "no" to a name and a password is remembered, and of how many. */
const NO_KEPT = 10 * MINUTE
const NOS_KEPT = 10_000
const AT_ONCE = 16
const WAITING = 16

/** Somebody whom the old site knows by this password. */
export type OldPlayer = Static<typeof Yes>

export type OldGuess = { login: string; password: string }

export type Newcomers = {
  isHere(): Promise<boolean>
  moveIn(old: OldPlayer): Promise<boolean>
}

/** The site whose players move in when they first sign in here (docs/contract.md#from-an-old-site). */
export type OldSite = {
  /**
   * Asks whether a password is right, and on a yes lets `moveIn` make the account. All who ask the same
   * meanwhile wait for that and ask nobody. There may be no answer; that is no failure of this.
   *
   * @param then.isHere whether somebody has the name by now; then nobody is asked.
   * @param then.moveIn returns false for somebody who cannot come: that is remembered like a no.
   * @throws whatever they throw.
   */
  ask(url: string, guess: OldGuess, then: Newcomers): Promise<void>
  /** Limits how many sign-ins of unknown names are decided at once; nobody else waits for them. */
  turn: Turnstile
  /** Returns the outcomes since the start. */
  counts(): OldSiteCounts
}

/** `skipped` counts questions that were not asked because the site had just failed several times. */
export type OldSiteCounts = { yes: number; no: number; failure: number; skipped: number }

/** @param app.config names the hosts that may be inside. */
export function oldSite(
  app: { log: Log; clock: Clock; random: Random; config: AllowedHosts },
  bounds: Partial<Bounds> = {},
): OldSite {
  const counts: OldSiteCounts = { yes: 0, no: 0, failure: 0, skipped: 0 }
  const breaker = circuitBreaker(app.clock)
  const asking = new Map<string, Promise<void>>()
  const key = app.random.bytes(32)
  const nos = new Map<string, number>()

  const markOf = (url: string, { login, password }: OldGuess): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([url, login.toLowerCase(), password]))
      .digest('base64url')
  const remember = (mark: string): void => {
    nos.delete(mark)
    nos.set(mark, app.clock.now() + NO_KEPT)
    const [oldest] = nos.keys()
    if (nos.size > NOS_KEPT && oldest !== undefined) nos.delete(oldest)
  }

  const put = async (url: string, guess: OldGuess): Promise<OldPlayer | 'no' | undefined> => {
    if (!breaker.mayTry()) {
      counts.skipped += 1
      return undefined
    }
    try {
      const answer = readAnswer(await askOldSite(app.config, url, guess, { ...BOUNDS, ...bounds }))
      breaker.succeeded()
      counts[answer.ok ? 'yes' : 'no'] += 1
      return answer.ok ? answer : 'no'
    } catch (error) {
      const pausing = breaker.failed()
      counts.failure += 1
      app.log.warn(
        { reason: failureOf(error), ...(pausing && { askedAgainInSeconds: PAUSE / SECOND }) },
        'the old site gave no answer: an unknown name was refused unasked',
      )
      return undefined
    }
  }

  return {
    async ask(url, guess, { isHere, moveIn }) {
      const mark = markOf(url, guess)
      if (app.clock.now() < (nos.get(mark) ?? 0)) return
      const decide = async () => {
        if (await isHere()) return
        const answer = await put(url, guess)
        if (answer === undefined) return
        if (answer === 'no' || !(await moveIn(answer))) remember(mark)
      }
      const shared = asking.get(mark) ?? decide().finally(() => asking.delete(mark))
      asking.set(mark, shared)
      await shared
    },
    turn: turnstile(AT_ONCE, WAITING),
    counts: () => ({ ...counts }),
  }
}

type AllowedHosts = { allowPrivateHosts: readonly string[] }

/** Asks an old site once. @throws InsideHost, unless the environment names its host; as `postText` does */
export async function askOldSite(
  { allowPrivateHosts }: AllowedHosts,
  url: string,
  { login, password }: OldGuess,
  bounds: Bounds = BOUNDS,
): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Portal' }
  const body = JSON.stringify({ login, password })
  const isAllowedInside = allowPrivateHosts.includes(bareHost(new URL(url).hostname))
  return postText(url, { headers, body, isAllowedInside }, bounds)
}

const orNull = () => Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()]))

const Yes = Type.Object({
  ok: Type.Literal(true),
  username: Type.String({ maxLength: 300 }),
  email: orNull(),
  uuid: orNull(),
})
const No = Type.Object({ ok: Type.Literal(false) })

/**
 * Reads the answer. A no may have a 4xx status; a yes counts only with status 200.
 *
 * @throws Error when it is neither.
 */
export function readAnswer({ status, text }: Answer): OldPlayer | { ok: false } {
  const answer = parseJson(text.replace(/^\uFEFF/, '')) // PHP files are often saved with it
  if (status === 200 && Check(Yes, answer)) return answer
  const isRefusal = status === 200 || (status >= 400 && status < 500 && status !== 429)
  if (isRefusal && Check(No, answer)) return { ok: false }
  throw new Error(`the answer has status ${status} and is neither yes nor no`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the answer is not JSON, so it is neither
  }
}
