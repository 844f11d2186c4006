import { MINUTE, SECOND } from '../platform/clock.ts'

export const MISS_WINDOW = 15 * MINUTE
const FIRST_PAUSE = 5 * SECOND
const LONGEST_PAUSE = 5 * MINUTE

/**
 * Until when tries are refused, given the instants of the misses, oldest first. The pause starts
 * with the `allowed`-th miss within 15 minutes and doubles with every further one, up to five
 * minutes (contract, Limits: 10 misses, or 25 with captcha).
 *
 * @returns an instant; `0` when no pause is due.
 */
export function pauseEnd(misses: readonly number[], allowed: number, now: number): number {
  const recent = recentMisses(misses, now)
  const latest = recent.at(-1)
  const excess = recent.length - allowed
  if (latest === undefined || excess < 0) return 0
  return latest + Math.min(FIRST_PAUSE * 2 ** excess, LONGEST_PAUSE)
}

export function recentMisses(misses: readonly number[], now: number): number[] {
  return misses.filter((at) => at > now - MISS_WINDOW)
}
