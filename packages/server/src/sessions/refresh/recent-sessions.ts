import type { FoundSession } from './refresh-store.ts'
import type { RefreshToken } from './refresh-token.ts'

/** What a session is known to be while its present token has this counter. */
export type PresentToken = Pick<FoundSession, 'id' | 'playerId' | 'counter' | 'replacements'>

/**
 * Remembers the sessions that this process last moved to another token, which spares a refresh its first
 * statement. Of such a session nothing that is remembered changes while its counter is the same, and whether
 * that is so is decided by the statement that moves it on (`advanceCounter`): what is remembered may be of
 * no use, because another process went on or the session was closed, but it is never wrong.
 */
export type PresentTokens = {
  find(token: RefreshToken): PresentToken | undefined
  remember(present: PresentToken): void
}

/** Some 2 MB. Then all are forgotten. */
const MOST = 5_000

export function presentTokens(): PresentTokens {
  let known = new Map<string, PresentToken>()
  return {
    find({ sessionId, counter }) {
      const present = known.get(sessionId)
      return present?.counter === counter ? present : undefined
    },
    remember(present) {
      if (known.size >= MOST && !known.has(present.id)) known = new Map()
      known.set(present.id, present)
    },
  }
}
