import { DAY, SECOND } from '../../platform/clock.ts'

export type LimitedResponse = { status: number; headers: Headers; body: unknown }

/** A whole number below this is in seconds: no limit is so short in milliseconds. */
const MIN_MILLISECONDS = 100
/**
 * Distinguishes the units of two values: the same limit in seconds and in milliseconds differs by a factor of 1000, two
 * values in the same unit differ by less than this factor.
 */
const UNIT_RATIO = 500
const DEFAULT_WAIT = 5 * SECOND

/**
 * Stores the rate limits that Discord announces ("Rate Limits" in its documentation). Responses name the bucket of a
 * route; several routes can share a bucket; a global limit concerns all routes.
 */
export class RateLimits {
  readonly #bucketOfRoute = new Map<string, string>()
  readonly #blockedUntil = new Map<string, number>()
  #globalUntil = 0
  #refusals = 0

  /** Returns the instant from which a request on a route may be sent. The instant may be in the past. */
  freeAt(route: string): number {
    return Math.max(this.#globalUntil, this.#blockedUntil.get(this.#bucketOf(route)) ?? 0)
  }

  /**
   * Stores the limits that a response announces.
   * @param now when the response arrived
   */
  record(route: string, response: LimitedResponse, now: number): void {
    const { headers, status } = response
    const bucket = headers.get('x-ratelimit-bucket')
    if (bucket) this.#bucketOfRoute.set(route, bucket)
    const resetAfter = secondsOf(headers.get('x-ratelimit-reset-after'))
    if (status !== 429) {
      this.#refusals = 0
      if (headers.get('x-ratelimit-remaining') === '0' && resetAfter !== undefined)
        this.#blockedUntil.set(this.#bucketOf(route), now + resetAfter)
      return
    }
    this.#refusals += 1
    const until = now + waitOf(response, this.#refusals)
    if (isGlobal(response)) this.#globalUntil = until
    else this.#blockedUntil.set(this.#bucketOf(route), until)
  }

  #bucketOf(route: string): string {
    return this.#bucketOfRoute.get(route) ?? route
  }
}

/**
 * Whether a refusal concerns all routes. This includes a refusal without the API's form, which comes from a program in
 * front of Discord.
 */
function isGlobal({ headers, body }: LimitedResponse): boolean {
  if (headers.get('x-ratelimit-global') === 'true') return true
  if (headers.get('x-ratelimit-scope') === 'global') return true
  const isApi = headers.has('x-ratelimit-bucket') || fieldOf(body, 'retry_after') !== undefined
  return !isApi || fieldOf(body, 'global') === true
}

/**
 * Returns how long to wait after a response, in milliseconds. Since version 8 of its API, Discord sends seconds.
 * Before, it sent milliseconds (change log of 2020-09-24), as some proxies still do. If there is
 * `X-RateLimit-Reset-After`, which always is in seconds, it decides the unit. Without it, a fraction or a small number
 * is in seconds. Any other number is first read as milliseconds, and as seconds if Discord refuses again.
 * @param refusals how many refusals there were without another response between them
 */
export function waitOf({ headers, body }: LimitedResponse, refusals: number): number {
  const fromBody = Number(fieldOf(body, 'retry_after') ?? Number.NaN)
  const fromHeader = Number(headers.get('retry-after') ?? Number.NaN)
  const given = [fromBody, fromHeader].filter((value) => value >= 0)
  const resetAfter = secondsOf(headers.get('x-ratelimit-reset-after'))
  const [first] = given
  if (first === undefined) return resetAfter ?? DEFAULT_WAIT
  const smallest = Math.min(...given)
  const isMixed = Math.max(...given) >= UNIT_RATIO * Math.max(smallest, 0.001)
  if (isMixed) return limited(smallest * SECOND)
  if (resetAfter !== undefined && resetAfter > 0)
    return limited(first * SECOND >= UNIT_RATIO * resetAfter ? first : first * SECOND)
  const isClear = !Number.isInteger(first) || first < MIN_MILLISECONDS
  return limited(isClear || refusals > 1 ? first * SECOND : first)
}

function limited(wait: number): number {
  return Math.min(Math.ceil(wait), DAY)
}

function secondsOf(text: string | null): number | undefined {
  const seconds = Number(text ?? Number.NaN)
  return seconds >= 0 ? Math.ceil(seconds * SECOND) : undefined
}

export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}
