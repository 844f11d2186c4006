import type { SignOutReason } from '@portal/contract'
import type { App } from '../app.ts'
import { findEffectivePermissions } from '../permissions/effective/find-effective-permissions.ts'
import { DAY, isoOrNull } from '../platform/clock.ts'
import { findPlayer } from '../players/player-store.ts'
import { findOpenSession } from '../sessions/session-store.ts'
import { wasSignedOutByStaff } from './sign-out-store.ts'

/** For how long after its expiry a token can still be used to ask why its session ended, in milliseconds. */
const EXPLAINED_FOR = DAY

const NO_REASON: SignOutReason = { ban: null, byStaff: false }

/**
 * Explains why the session of an access token ended, if another person ended it: by a ban that is still active (`ban`),
 * or by a sign-out by staff (`byStaff`). Otherwise `ban` is null and `byStaff` is false. The token may have expired,
 * because a page notices the end of its session only at the next request.
 */
export async function explainSignOut(
  app: Pick<App, 'db' | 'clock' | 'config' | 'accessTokens'>,
  token: string,
): Promise<SignOutReason> {
  const found = await app.accessTokens.readExpired(token, EXPLAINED_FOR)
  const now = app.clock.now()
  if (!found) return NO_REASON
  const { playerId, sessionId, issuedAt } = found
  if (await findOpenSession(app.db, { playerId, id: sessionId, now })) return NO_REASON
  const player = await findPlayer(app.db, playerId)
  if (!player) return NO_REASON
  const { ban } = await findEffectivePermissions(app.db, player, now)
  return {
    ban: ban ? { reason: ban.reason, expiresAt: isoOrNull(ban.expiresAt) } : null,
    byStaff: !ban && (await wasSignedOutByStaff(app.db, { playerId, since: issuedAt })),
  }
}
