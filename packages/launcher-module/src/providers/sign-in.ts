import type { Players } from '../player/players.ts'
import { openSignInCache, type SignInAttempt } from '../player/sign-in-cache.ts'
import { singleFlight } from '../player/single-flight.ts'
import type { PlayerLanguage } from '../site/player-language.ts'
import type { Credentials, SiteClient } from '../site/site-client.ts'
import { SiteError } from '../site/site-error.ts'

export type Accepted = {
  outcome: 'accepted'
  /** The UUID, which stays the same when players change their names. */
  subject: string
  /** Canonical spelling, whatever was typed. */
  username: string
  uuid: string
}

/** The result of a sign-in. Everything else, such as a ban, is thrown as a `SiteError`. */
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
  const cache = openSignInCache<Accepted>(site.now)
  const requests = singleFlight<Verdict>()

  async function ask(credentials: Credentials, attempt: SignInAttempt): Promise<Verdict> {
    const sequence = players.nextTurn()
    void language.learn() // in parallel; the sign-in does not wait for the result
    const answer = await client.authenticate(credentials).catch((error: unknown) => {
      if (isBlocked(error)) players.recordBlocked(credentials.login, sequence)
      throw error
    })
    if (answer.outcome !== 'accepted') return answer

    const { profile } = answer
    players.recordSignIn(profile, sequence)
    if (profile.banned) {
      const failure = {
        kind: 'refusal',
        code: 'auth.userblocked',
        reason: profile.banReason,
      } as const
      throw new SiteError(failure, language.current())
    }
    const { uuid, username } = profile
    const verdict: Accepted = { outcome: 'accepted', subject: uuid, username, uuid }
    cache.accept(attempt, verdict)
    return verdict
  }

  return {
    /**
     * Signs a player in. Some hosts check a code twice within one sign-in, but the site accepts it once. So credentials
     * that were accepted with a code are accepted again for a minute, unless the player has since been seen banned or
     * has signed in with different ones.
     * @throws SiteError with a sentence for the player, or the raw code `auth.passwordchangerequired`
     */
    async authenticate(credentials: Credentials): Promise<Verdict> {
      if (credentials.login === '' || credentials.password === '') {
        return { outcome: 'invalid-credentials' }
      }
      const attempt = cache.begin(credentials)
      const remembered = cache.find(attempt)
      if (remembered && !players.lastSeenBanned(remembered)) return remembered

      return requests.share(attempt.name, () => ask(credentials, attempt))
    },

    /**
     * Forgets the remembered sign-in of a player. Call it when the site reports a change of the player: the password
     * may have changed.
     */
    recordChange(uuid: string): void {
      requests.clear()
      cache.forget(uuid)
    },

    forget: cache.clear,
  }
}

function isBlocked(error: unknown): boolean {
  if (!(error instanceof SiteError) || error.trouble.kind !== 'refusal') return false
  return error.trouble.code === 'auth.userblocked'
}
