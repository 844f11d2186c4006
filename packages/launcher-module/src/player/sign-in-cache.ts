import { createHmac, randomBytes } from 'node:crypto'
import type { Credentials } from '../site/site-client.ts'

/** For how long an identical sign-in is accepted without a request, in milliseconds. */
const SIGN_IN_TTL = 60_000
const MAX_PLAYERS = 5_000

/**
 * A sign-in in progress. `name` is an HMAC of the credentials; `acceptedBefore` is the number of sign-ins that were
 * accepted or forgotten before it began.
 */
export type SignInAttempt = { name: string; withCode: boolean; acceptedBefore: number }

/**
 * Remembers accepted sign-ins for a minute (docs/launcher.md#cached-data) by an HMAC of the credentials, whose key
 * exists only in this process. Passwords are not stored. `now` must be a monotonic clock in milliseconds.
 */
export function openSignInCache<Verdict extends { uuid: string }>(
  now: () => number,
  size = MAX_PLAYERS,
) {
  const key = randomBytes(32)
  /**
   * The remembered sign-ins by UUID, newest last. An entry without a name records only that the player was accepted or
   * changed.
   */
  const players = new Map<
    string,
    { verdict?: Verdict; name: string | undefined; place: number; until: number }
  >()
  let accepted = 0
  let forgotten = 0

  function evictOld(): void {
    for (const [uuid, { place: sequence, until }] of players) {
      if (players.size < size && now() < until) break
      players.delete(uuid)
      forgotten = sequence
    }
  }

  return {
    begin({ login, password, code = '' }: Credentials): SignInAttempt {
      const typed = JSON.stringify([login, password, code])
      const name = createHmac('sha256', key).update(typed).digest('base64')
      return { name, withCode: code !== '', acceptedBefore: accepted }
    },

    find({ name }: SignInAttempt): Verdict | undefined {
      for (const known of players.values()) {
        if (known.name === name && now() < known.until) return known.verdict
      }
      return undefined
    },

    /**
     * Remembers an attempt that had a code, unless another attempt of the player was accepted while it was in progress:
     * the order of the responses does not show which password is the current one.
     */
    accept(attempt: SignInAttempt, verdict: Verdict): void {
      evictOld()
      const isOnlyAttempt =
        (players.get(verdict.uuid)?.place ?? forgotten) <= attempt.acceptedBefore
      const name = attempt.withCode && isOnlyAttempt ? attempt.name : undefined
      accepted += 1
      players.delete(verdict.uuid) // so that it moves to the end
      players.set(verdict.uuid, { verdict, name, place: accepted, until: now() + SIGN_IN_TTL })
    },

    /** Forgets a player's sign-in, and prevents a sign-in in progress from being remembered. */
    forget(uuid: string): void {
      evictOld()
      accepted += 1
      players.delete(uuid) // so that it moves to the end
      players.set(uuid, { name: undefined, place: accepted, until: now() + SIGN_IN_TTL })
    },

    clear(): void {
      players.clear()
      accepted += 1
      forgotten = accepted
    },
  }
}
