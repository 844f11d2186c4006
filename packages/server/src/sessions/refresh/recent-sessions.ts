import type { SessionWithReplacements } from './refresh-store.ts'
import type { RefreshToken } from './refresh-token.ts'

export type RecentSession = Pick<
  SessionWithReplacements,
  'id' | 'playerId' | 'counter' | 'replacements' | 'updatedAt'
>

/**
 * Caches sessions that this process refreshed recently, which saves a refresh its first statement. An entry may be
 * stale, which is harmless: `advanceCounter` checks the counter. While that stays the same only `updatedAt` changes, and
 * `recordVisit` checks it again.
 */
export type RecentSessions = {
  find(token: RefreshToken): RecentSession | undefined
  remember(session: RecentSession): void
}

/** About 2 MB. A full cache is cleared. */
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
