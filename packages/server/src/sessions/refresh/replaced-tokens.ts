import { MINUTE, SECOND } from '../../platform/clock.ts'

/** How long a replaced token gets `auth.tokenreplaced` (docs/contract.md#tokens-cookies-sessions). */
const REPLACED_RECENTLY = 30 * SECOND

/** How long a token whose successor reached nobody can be presented again. */
const REPEATABLE = 10 * MINUTE

/**
 * `[counter, replacedAt]`: every token up to that counter was replaced by then. Oldest first. The last one
 * also has the step that replaced it (see refresh-outcomes.ts).
 */
export type Replacement = readonly [counter: number, replacedAt: number, step?: string]

/**
 * Adds the replacement of `counter`. Of the replacements older than 30 s the last one stays: every token
 * up to its counter was replaced long ago. Of the replacements within one second only the last stays,
 * so the list has at most 32 entries however fast a client refreshes; the earlier tokens then count as
 * replaced up to a second too late.
 */
export function addReplacement(
  replacements: readonly Replacement[],
  counter: number,
  { now, step }: { now: number; step: string },
): Replacement[] {
  const second = Math.floor(now / SECOND)
  const old = replacements.filter(([, at]) => now - at >= REPLACED_RECENTLY).slice(-1)
  const recent = replacements.filter(
    ([, at]) => now - at < REPLACED_RECENTLY && Math.floor(at / SECOND) !== second,
  )
  const kept: Replacement[] = [...old, ...recent]
  const former = kept.pop() // the only one that can have a step
  if (former) kept.push([former[0], former[1]])
  kept.push([counter, now, step])
  return kept
}

/** Whether the token with this counter was replaced less than 30 s ago. */
export function replacedRecently(
  replacements: readonly Replacement[],
  counter: number,
  now: number,
): boolean {
  const replacement = replacements.find(([upTo]) => upTo >= counter)
  return replacement !== undefined && now - replacement[1] < REPLACED_RECENTLY
}

/**
 * Returns the step that replaced the token with this counter, while it can be repeated: the successor was
 * never used, and the step is less than ten minutes old.
 */
export function repeatableStep(
  session: { counter: number; replacements: readonly Replacement[] },
  counter: number,
  now: number,
): string | undefined {
  const [upTo, at = 0, step] = session.replacements.at(-1) ?? []
  const isLast = upTo === counter && session.counter === counter + 1
  return isLast && now - at < REPEATABLE ? step : undefined
}
