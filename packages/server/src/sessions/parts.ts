import type { App } from '../app.ts'
import { type AccessTokens, accessTokens } from './access-token.ts'
import { type RecentSessions, recentSessions } from './refresh/recent-sessions.ts'
import { RefreshOutcomes } from './refresh/refresh-outcomes.ts'

export type SessionParts = {
  accessTokens: AccessTokens
  refreshOutcomes: RefreshOutcomes
  recentSessions: RecentSessions
}

type Base = Pick<App, 'config' | 'clock' | 'random' | 'db' | 'keys'>

export function openSessions(base: Base): SessionParts {
  return {
    accessTokens: accessTokens(base, base.config),
    refreshOutcomes: new RefreshOutcomes(base),
    recentSessions: recentSessions(),
  }
}
