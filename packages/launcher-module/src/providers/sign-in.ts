import type { Players } from '../player/players.ts'
import { type Attempt, openVerdictMemory } from '../player/sign-in-cache.ts'
import { openFlights } from '../player/single-flight.ts'
import type { PlayerLanguage } from '../site/player-language.ts'
import type { Credentials, SiteClient } from '../site/site-client.ts'
import { SiteError } from '../site/site-error.ts'

export type Accepted = {
  outcome: 'accepted'
  /** The uuid, which stays the same when players change their names. */
  subject: string
  /** Canonical spelling, whatever was typed. */
  username: string
  uuid: string
}

/** Every other result of a sign-in is a `SiteError`. */
export type Verdict =
  | Accepted
  | { outcome: 'invalid-credentials' }
  | { outcome: 'two-factor-required' }

export type SignInProvider = ReturnType<typeof openSignIn>

/** Signs players in at the site, for a launcher server that keeps its own sessions. */
export function openSignIn(site: {
  client: SiteClient
  players: Players
  now: () => number
  language: PlayerLanguage
}) {
  const { client, players, language } = site
  const memory = openVerdictMemory<Accepted>(site.now)
  const flights = openFlights<Verdict>()

  async function ask(credentials: Credentials, attempt: Attempt): Promise<Verdict> {
    const turn = players.nextTurn()
    void language.learn() // in parallel; the sign-in does not wait for it
    const answer = await client.authenticate(credentials).catch((error: unknown) => {
      if (isBlocked(error)) players.noteBlocked(credentials.login, turn)
      throw error
    })
    if (answer.outcome !== 'accepted') return answer

    const { profile } = answer
    players.noteSignIn(profile, turn)
    if (profile.banned) {
      const trouble = {
        kind: 'refusal',
        code: 'auth.userblocked',
        reason: profile.banReason,
      } as const
      throw new SiteError(trouble, language.current())
    }
    const { uuid, username } = profile
    const verdict: Accepted = { outcome: 'accepted', subject: uuid, username, uuid }
    memory.accept(attempt, verdict)
    return verdict
  }

  return {
    /**
     * Checks a login (name or e-mail), a password and, if the player has one, a code. Some hosts check
     * the same code twice within one sign-in, but the site accepts a code once. So credentials that were
     * accepted with a code are accepted again for a minute, unless the player has since been seen banned
     * or has signed in with different ones.
     *
     * @throws SiteError with a sentence for the player: banned, not activated, with rules to agree to, paused, or the raw code
     *   `auth.passwordchangerequired`; or because the site refuses the key or cannot be reached.
     */
    async authenticate(credentials: Credentials): Promise<Verdict> {
      if (credentials.login === '' || credentials.password === '') {
        return { outcome: 'invalid-credentials' }
      }
      const attempt = memory.begin(credentials)
      const remembered = memory.find(attempt)
      if (remembered && !players.lastSeenBanned(remembered)) return remembered

      return flights.join(attempt.name, () => ask(credentials, attempt))
    },

    /** Forgets the accepted sign-ins of the last minute. */
    forget: memory.clear,
  }
}

function isBlocked(error: unknown): boolean {
  if (!(error instanceof SiteError) || error.trouble.kind !== 'refusal') return false
  return error.trouble.code === 'auth.userblocked'
}
