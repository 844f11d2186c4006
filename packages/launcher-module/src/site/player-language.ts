import type { Language } from '../language.ts'

/** How long the language that the site told is used before the site is asked again. */
const BELIEVED_FOR = 5 * 60_000

export type PlayerLanguage = ReturnType<typeof openPlayerLanguage>

/**
 * The players' language: what the owner chose, or the default of the site's pages. A guess is used
 * until the site has told it. `now` must be a monotonic clock.
 */
export function openPlayerLanguage(how: {
  chosen: Language | 'site'
  guess: Language
  now: () => number
  /** May reject; then the known language stays, and the next call asks again. */
  ask: () => Promise<Language>
}) {
  const { chosen, guess, now, ask } = how
  let language = chosen === 'site' ? guess : chosen
  let askAgainAt = chosen === 'site' ? 0 : Number.POSITIVE_INFINITY

  return {
    current: (): Language => language,

    /** Asks the site, unless it was asked recently. Never rejects, so nobody needs to wait for it. */
    async learn(): Promise<void> {
      if (now() < askAgainAt) return
      askAgainAt = now() + BELIEVED_FOR
      try {
        language = await ask()
      } catch {
        askAgainAt = 0
      }
    },
  }
}
