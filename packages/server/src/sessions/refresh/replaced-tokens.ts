import { MINUTE, SECOND } from '../../platform/clock.ts'

/**
 * For how long a replaced token is refused with `auth.tokenreplaced`. After that time, a use of the token closes its
 * session.
 */
const REPLACEMENT_GRACE = 30 * SECOND

/** For how long a replaced token can get its successor again, if the successor did not reach the client. */
const REISSUE_WINDOW = 10 * MINUTE

/**
 * At the instant `replacedAt`, all tokens up to `counter` had been replaced. `step` names the refresh that replaced the
 * token (see refresh-outcomes.ts); only the last entry of a list has it.
 */
export type TokenReplacement = readonly [counter: number, replacedAt: number, step?: string]

/**
 * Adds an entry to the list, which is ordered from oldest to newest. Keeps only the newest of the entries older than 30
 * s, which covers all earlier tokens, and the newest entry of each second since then. So a list has at most 32 entries,
 * however often a client refreshes, and a token may count as replaced up to 1 s too late.
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
  const previous = kept.pop() // only the last entry can have a step
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

/**
 * Returns the step that replaced a token, if this was less than ten minutes ago and the successor has not been used.
 * @returns undefined otherwise
 */
export function reissuableStep(
  session: { counter: number; replacements: readonly TokenReplacement[] },
  counter: number,
  now: number,
): string | undefined {
  const [upTo, at = 0, step] = session.replacements.at(-1) ?? []
  const isLast = upTo === counter && session.counter === counter + 1
  return isLast && now - at < REISSUE_WINDOW ? step : undefined
}
