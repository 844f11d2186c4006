import { createHmac, randomBytes } from 'node:crypto'
import type { Credentials } from '../site/site-client.ts'

/** How long an accepted sign-in answers its identical repetition. */
const REMEMBERED_FOR = 60_000
const MOST_PLAYERS = 5_000

/** A sign-in under way. `name` tells nothing of what was typed. */
export type Attempt = { name: string; withCode: boolean; acceptedBefore: number }

/**
 * The last accepted sign-in of each player in the last minute (docs/launcher.md#what-it-remembers).
 * It is kept under an HMAC of what was typed, whose key is lost with the process; passwords are not
 * kept. `now` has to be a clock that nobody sets.
 */
export function openVerdictMemory<Verdict extends { uuid: string }>(
  now: () => number,
  size = MOST_PLAYERS,
) {
  const key = randomBytes(32)
  /** By uuid, the newest last. Without a name it only says that the player was let in. */
  const players = new Map<
    string,
    { verdict: Verdict; name: string | undefined; place: number; until: number }
  >()
  let accepted = 0
  /** The place of the last one that was forgotten. */
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
     * Ends what was remembered of the player. The attempt takes its place if it carried a code, which
     * the site takes once, and if no other attempt of the player was accepted while it was under way:
     * the order of their answers does not tell which password is the present one.
     */
    accept(attempt: Attempt, verdict: Verdict): void {
      forgetOld()
      const alone = (players.get(verdict.uuid)?.place ?? forgotten) <= attempt.acceptedBefore
      const name = attempt.withCode && alone ? attempt.name : undefined
      accepted += 1
      players.delete(verdict.uuid) // and to the end of the line
      players.set(verdict.uuid, { verdict, name, place: accepted, until: now() + REMEMBERED_FOR })
    },

    /** Those under way will not be remembered either. */
    clear(): void {
      players.clear()
      accepted += 1
      forgotten = accepted
    },
  }
}
