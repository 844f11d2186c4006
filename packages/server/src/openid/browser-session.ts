import type { SecondFactor, SignedInWith } from '@portal/contract'
import type { App } from '../app.ts'
import { findSession } from '../sessions/refresh/refresh-store.ts'
import { readRefreshToken } from '../sessions/refresh/refresh-token.ts'
import { replacedRecently } from '../sessions/refresh/replaced-tokens.ts'
import { findAuthentication } from './authentication-store.ts'

/** A player's session on the site, in a browser, and how the player signed in. */
export type BrowserSession = {
  id: string
  playerId: string
  /** When the player last signed in or re-authenticated. */
  authenticatedAt: number
  signedInWith: SignedInWith | null
  secondFactor: SecondFactor | null
}

type Deps = Pick<App, 'db' | 'clock' | 'keys'>

/**
 * Finds the open session to which a refresh token belongs, without replacing the token. Returns undefined without such
 * a session, and for a token that was replaced more than 30 s ago, because the token may be stolen.
 */
export async function findBrowserSession(
  { db, clock, keys }: Deps,
  refreshToken: string | undefined,
): Promise<BrowserSession | undefined> {
  const token = refreshToken && (await readRefreshToken(keys, refreshToken))
  if (!token) return undefined
  const now = clock.now()
  const session = await findSession(db, token.sessionId)
  if (!session || session.expiresAt <= now) return undefined
  const { counter, replacements } = session
  if (counter !== token.counter && !replacedRecently(replacements, token.counter, now)) {
    return undefined
  }
  const authentication = await findAuthentication(db, session.id)
  return authentication && { id: session.id, playerId: session.playerId, ...authentication }
}
