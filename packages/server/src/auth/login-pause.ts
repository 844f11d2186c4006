import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'

/** So many misses begin the first pause; more where every try costs a captcha. */
export const MISSES_ALLOWED = 10
export const MISSES_ALLOWED_WITH_CAPTCHA = 25
export const MISS_WINDOW = 15 * MINUTE
export const FIRST_PAUSE = 5 * SECOND
export const LONGEST_PAUSE = 5 * MINUTE
/** How long after the last miss the next one still begins a longer pause. */
export const LEVEL_KEPT = HOUR

/** How often a pause doubles before it is the longest. */
const DOUBLINGS = Math.ceil(Math.log2(LONGEST_PAUSE / FIRST_PAUSE))

/**
 * Beside the pauses, an account has this many misses in hand and gets one back every six minutes. So
 * in any 24 hours it has at most 60 + 240 of them, however patiently they are spread.
 */
export const MISSES_IN_HAND = 60
export const MISS_RETURNS_EVERY = 6 * MINUTE

/** What is remembered of an account's misses. */
export type Misses = {
  /** Those that count towards a pause, oldest first. */
  instants: readonly number[]
  /** When the account has all its misses in hand again. */
  allBackAt: number
}

export const NO_MISSES: Misses = { instants: [], allBackAt: 0 }

/**
 * Until when tries are refused. A pause begins with the `allowed`-th miss within 15 minutes and with
 * every further one; each is twice as long as the one before it, up to five minutes. An hour without
 * a miss ends that (docs/contract.md#signing-in).
 *
 * @returns an instant; it is past when nothing is refused.
 */
export function pauseEnd({ instants, allBackAt }: Misses, allowed: number, now: number): number {
  const counted = countedMisses(instants, allowed, now)
  const latest = counted.at(-1)
  const doublings = counted.length - allowed
  const oneBackAt = allBackAt - (MISSES_IN_HAND - 1) * MISS_RETURNS_EVERY
  if (latest === undefined || doublings < 0) return oneBackAt
  return Math.max(oneBackAt, latest + Math.min(FIRST_PAUSE * 2 ** doublings, LONGEST_PAUSE))
}

/** How many more misses there may be at this moment; none or fewer when a level was reached. */
export function missesLeft({ instants, allBackAt }: Misses, allowed: number, now: number): number {
  const away = Math.ceil(Math.max(0, allBackAt - now) / MISS_RETURNS_EVERY)
  return Math.min(allowed - countedMisses(instants, allowed, now).length, MISSES_IN_HAND - away)
}

export function addMiss({ instants, allBackAt }: Misses, allowed: number, now: number): Misses {
  return {
    instants: [...countedMisses(instants, allowed, now), now].slice(-(allowed + DOUBLINGS)),
    allBackAt: Math.max(allBackAt, now) + MISS_RETURNS_EVERY,
  }
}

/** From when on the misses say nothing any more, if none is added. */
export function forgottenAt({ instants, allBackAt }: Misses): number {
  return Math.max((instants.at(-1) ?? 0) + LEVEL_KEPT, allBackAt)
}

/** Misses below the threshold count for 15 minutes; once it was reached, all of them stay together. */
function countedMisses(
  instants: readonly number[],
  allowed: number,
  now: number,
): readonly number[] {
  const latest = instants.at(-1) ?? 0
  if (now - latest >= LEVEL_KEPT) return []
  return instants.length >= allowed ? instants : instants.filter((at) => at > now - MISS_WINDOW)
}
