import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'

/** How many misses begin the first pause; more of them when every try costs a captcha. */
export const MISSES_ALLOWED = 10
export const MISSES_ALLOWED_WITH_CAPTCHA = 25
export const MISS_WINDOW = 15 * MINUTE
export const FIRST_PAUSE = 5 * SECOND
export const LONGEST_PAUSE = 5 * MINUTE
/** How long after the last miss the next one still begins a longer pause. */
export const LEVEL_KEPT = HOUR

/** How often a pause doubles before it reaches the longest. */
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_PAUSE / FIRST_PAUSE))

/**
 * Besides the pauses, an account has this many misses in hand and gets one back every six minutes.
 * So in any 24 hours it can have at most 60 + 240 misses, however patiently they are spread.
 */
export const MISSES_IN_HAND = 60
export const MISS_RETURNS_EVERY = 6 * MINUTE

/** What is remembered about an account's misses. */
export type Misses = {
  /** The misses that count towards a pause, oldest first. */
  instants: readonly number[]
  /** When the account has all its misses in hand again. */
  allBackAt: number
}

export const NO_MISSES: Misses = { instants: [], allBackAt: 0 }

/**
 * Returns the instant until which tries are refused; it is in the past when none are. A pause
 * begins with the `allowed`-th miss within 15 minutes and with every further one, and each is twice
 * as long as the one before, up to five minutes. After an hour without a miss this begins anew
 * (docs/contract.md#signing-in).
 */
export function pauseEnd({ instants, allBackAt }: Misses, allowed: number, now: number): number {
  const counted = countedMisses(instants, allowed, now)
  const latest = counted.at(-1)
  const doublings = counted.length - allowed
  const oneBackAt = allBackAt - (MISSES_IN_HAND - 1) * MISS_RETURNS_EVERY
  if (latest === undefined || doublings < 0) return oneBackAt
  return Math.max(oneBackAt, latest + Math.min(FIRST_PAUSE * 2 ** doublings, LONGEST_PAUSE))
}

/**
 * Returns how many more misses are allowed now; zero or less once a pause has begun.
 *
 * @param weight how many of the misses in hand one miss takes.
 */
export function missesLeft(
  { instants, allBackAt }: Misses,
  allowed: number,
  now: number,
  weight = 1,
): number {
  const away = Math.ceil(Math.max(0, allBackAt - now) / MISS_RETURNS_EVERY)
  const inHand = Math.ceil((MISSES_IN_HAND - away) / weight)
  return Math.min(allowed - countedMisses(instants, allowed, now).length, inHand)
}

/** Adds a miss, which takes `weight` of the misses in hand. */
export function addMiss(
  { instants, allBackAt }: Misses,
  allowed: number,
  now: number,
  weight = 1,
): Misses {
  return {
    instants: [...countedMisses(instants, allowed, now), now].slice(-(allowed + DOUBLINGS)),
    allBackAt: Math.max(allBackAt, now) + weight * MISS_RETURNS_EVERY,
  }
}

/** Returns the instant from which the misses no longer matter, if none is added. */
export function forgottenAt({ instants, allBackAt }: Misses): number {
  return Math.max((instants.at(-1) ?? 0) + LEVEL_KEPT, allBackAt)
}

/**
 * Below the threshold a miss counts for 15 minutes; once it is reached, all of them keep counting.
 */
function countedMisses(
  instants: readonly number[],
  allowed: number,
  now: number,
): readonly number[] {
  const latest = instants.at(-1) ?? 0
  if (now - latest >= LEVEL_KEPT) return []
  return instants.length >= allowed ? instants : instants.filter((at) => at > now - MISS_WINDOW)
}
