import type { Language } from '../language.ts'

/** For how long the reported language is used before the next request, in milliseconds. */
const LANGUAGE_TTL = 5 * 60_000

export type PlayerLanguage = ReturnType<typeof openPlayerLanguage>

/**
 * Keeps the language for players: the configured one, or for `site` the default of the site's pages, with a guess until
 * the site reports it. `now` must be a monotonic clock in milliseconds.
 */
export function openPlayerLanguage(how: {
  chosen: Language | 'site'
  guess: Language
  now: () => number
  /** May reject; the known language then stays, and the next call retries. */
  ask: () => Promise<Language>
}) {
  const { chosen, guess, now, ask } = how
  let language = chosen === 'site' ? guess : chosen
  let refreshAt = chosen === 'site' ? 0 : Number.POSITIVE_INFINITY

  return {
    current: (): Language => language,

    /** Requests the language, unless that was done recently. Never rejects, so callers need not wait. */
    async learn(): Promise<void> {
      if (now() < refreshAt) return
      refreshAt = now() + LANGUAGE_TTL
      try {
        language = await ask()
      } catch {
        refreshAt = 0
      }
    },
  }
}
