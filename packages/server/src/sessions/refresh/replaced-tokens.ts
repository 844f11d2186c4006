import { MINUTE, SECOND } from '../../platform/clock.ts'

/** How long a replaced token gets `auth.tokenreplaced` instead of closing its session. */
const REPLACEMENT_GRACE = 30 * SECOND

/** How long a token can be presented again if its successor did not reach the client. */
const REISSUE_WINDOW = 10 * MINUTE

/**
 * When the tokens up to a counter were replaced, oldest first. Only the last entry has the step that replaced the token
 * (see refresh-outcomes.ts).
 */
export type TokenReplacement = readonly [counter: number, replacedAt: number, step?: string]

/**
 * Adds an entry. Keeps the last replacement older than 30 s, which covers all earlier tokens, and the last of each
 * second: at most 32 entries however fast a client refreshes. Earlier tokens of a second count as replaced up to 1 s
 * too late.
 */
export function addReplacement(
  replacements: readonly TokenReplacement[],
  counter: number,
  { now, step }: { now: number; step: string },
): TokenReplacement[] {
  const second = Math.floor(now / SECOND)
  const old = replacements.filter(([, at]) => now - at >= REPLACEMENT_GRACE).slice(-1)
  const recent = replacements.filter(
    ([, at]) => now - at < REPLACEMENT_GRACE && Math.floor(at / SECOND) !== second,
  )
  const kept: TokenReplacement[] = [...old, ...recent]
  const previous = kept.pop() // the only one that can have a step
  if (previous) kept.push([previous[0], previous[1]])
  kept.push([counter, now, step])
  return kept
}

export function replacedRecently(
  replacements: readonly TokenReplacement[],
  counter: number,
  now: number,
): boolean {
  const replacement = replacements.find(([upTo]) => upTo >= counter)
  return replacement !== undefined && now - replacement[1] < REPLACEMENT_GRACE
}

/** Returns a step less than ten minutes old whose successor was never used; undefined otherwise. */
export function reissuableStep(
  session: { counter: number; replacements: readonly TokenReplacement[] },
  counter: number,
  now: number,
): string | undefined {
  const [upTo, at = 0, step] = session.replacements.at(-1) ?? []
  const isLast = upTo === counter && session.counter === counter + 1
  return isLast && now - at < REISSUE_WINDOW ? step : undefined
}
