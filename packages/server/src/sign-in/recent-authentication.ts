import type { App } from '../app.ts'
import { MINUTE } from '../platform/clock.ts'
import type { Identity } from '../players/identity.ts'
import { findReauthenticatedAt } from '../sessions/reauthentication-store.ts'

/** How long a re-authentication is valid (docs/contract.md#re-authentication). */
const RECENT_WINDOW = 10 * MINUTE

/**
 * Whether the session was re-authenticated in the last ten minutes. A sign-in with password or passkey in this time
 * also counts.
 */
export async function isRecentlyAuthenticated(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { sessionId }: Identity,
): Promise<boolean> {
  const authenticatedAt = await findReauthenticatedAt(db, sessionId)
  return authenticatedAt !== undefined && clock.now() - authenticatedAt < RECENT_WINDOW
}
