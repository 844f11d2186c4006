import type { SessionWithReplacements } from './refresh-store.ts'
import type { RefreshToken } from './refresh-token.ts'

export type RecentSession = Pick<
  SessionWithReplacements,
  'id' | 'playerId' | 'counter' | 'replacements' | 'updatedAt'
>

/**
 * Caches sessions that this process refreshed recently, so that their next refresh need not read the session. A stale
 * entry is harmless: `advanceCounter` compares the counter in the database. While the counter stays the same, only
 * `updatedAt` can be stale, and `recordVisit` tolerates that.
 */
export type RecentSessions = {
  find(token: RefreshToken): RecentSession | undefined
  remember(session: RecentSession): void
}

/** The most cached sessions, which take about 2 MB. A full cache is cleared. */
const MAX_RECENT_SESSIONS = 5_000

export function recentSessions(): RecentSessions {
  let byId = new Map<string, RecentSession>()
  return {
    find({ sessionId, counter }) {
      const session = byId.get(sessionId)
      return session?.counter === counter ? session : undefined
    },
    remember(session) {
      if (byId.size >= MAX_RECENT_SESSIONS && !byId.has(session.id)) byId = new Map()
      byId.set(session.id, session)
    },
  }
}
