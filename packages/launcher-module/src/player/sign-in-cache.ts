import { createHmac, randomBytes } from 'node:crypto'
import type { Credentials } from '../site/site-client.ts'

/** For how long an identical sign-in is accepted without a request. */
const REMEMBERED_FOR = 60_000
const MOST_PLAYERS = 5_000

/** A sign-in in progress. `name` reveals nothing about what was typed. */
export type Attempt = { name: string; withCode: boolean; acceptedBefore: number }

/**
 * Remembers the last accepted sign-in of each player for a minute (docs/launcher.md#what-it-remembers).
 * The name of an entry is an HMAC of what was typed, with a key that lives as long as the process;
 * passwords are not kept. `now` must be a monotonic clock.
 */
export function openVerdictMemory<Verdict extends { uuid: string }>(
  now: () => number,
  size = MOST_PLAYERS,
) {
  const key = randomBytes(32)
  /** By uuid, newest last. An entry without a name only says that the player was let in. */
  const players = new Map<
    string,
    { verdict: Verdict; name: string | undefined; place: number; until: number }
  >()
  let accepted = 0
  /** The number of the last entry that was forgotten. */
  let forgotten = 0

  function forgetOld(): void {
    for (const [uuid, { place, until }] of players) {
      if (players.size < size && now() < until) break
      players.delete(uuid)
      forgotten = place
    }
  }

  return {
    begin({ login, password, code = '' }: Credentials): Attempt {
      const typed = JSON.stringify([login, password, code])
      const name = createHmac('sha256', key).update(typed).digest('base64')
      return { name, withCode: code !== '', acceptedBefore: accepted }
    },

    find({ name }: Attempt): Verdict | undefined {
      for (const known of players.values()) {
        if (known.name === name && now() < known.until) return known.verdict
      }
      return undefined
    },

    /**
     * Replaces what was remembered of the player. The attempt itself is remembered only if it carried a
     * code, and if no other attempt of the player was accepted while it was in progress: the order of
     * the answers does not tell which password is the current one.
     */
    accept(attempt: Attempt, verdict: Verdict): void {
      forgetOld()
      const alone = (players.get(verdict.uuid)?.place ?? forgotten) <= attempt.acceptedBefore
      const name = attempt.withCode && alone ? attempt.name : undefined
      accepted += 1
      players.delete(verdict.uuid) // so that it moves to the end
      players.set(verdict.uuid, { verdict, name, place: accepted, until: now() + REMEMBERED_FOR })
    },

    /** Forgets everything; attempts in progress will not be remembered either. */
    clear(): void {
      players.clear()
      accepted += 1
      forgotten = accepted
    },
  }
}
