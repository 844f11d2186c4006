import type { Language } from '../language.ts'

/** How long the site is believed about its language. */
const BELIEVED_FOR = 5 * 60_000

export type PlayerLanguage = ReturnType<typeof openPlayerLanguage>

/**
 * The language that players read: what the owner chose, or the default of the site's pages. A guess
 * stands in until the site has told it. `now` has to be a clock that nobody sets.
 */
export function openPlayerLanguage(how: {
  chosen: Language | 'site'
  guess: Language
  now: () => number
  /** May reject: what is known stays, and the next question asks again. */
  ask: () => Promise<Language>
}) {
  const { chosen, guess, now, ask } = how
  let language = chosen === 'site' ? guess : chosen
  let askAgainAt = chosen === 'site' ? 0 : Number.POSITIVE_INFINITY

  return {
    current: (): Language => language,

    /** Asks the site unless it has just told. Nobody has to wait for it, and it never rejects. */
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
