import type { ErrorCode } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import { deleteAttempts } from '../security/lockout/attempt-store.ts'
import type { FailureReason } from '../security/lockout/run-attempt.ts'
import { markReauthenticated } from '../sessions/reauthentication-store.ts'
import { verifyCredentials } from './check-credentials.ts'
import { refuseLogin } from './refuse-login.ts'

/**
 * Re-authenticates a session by password and code. Failures are counted like failed sign-ins on the site and lead to
 * the same lockout (docs/contract.md#re-authentication).
 * @throws Refusal `password.wrong`, `auth.require2fa`, `auth.wrong2fa`, `auth.toomanyattempts`, `overloaded`
 */
export async function reauthenticate(
  app: App,
  { playerId, sessionId }: Identity,
  given: { password: string; totp: string | undefined },
  client: Client,
): Promise<void> {
  const { username: login } = await requireOwnPlayer(app.db, playerId)
  const from = { surface: 'site', client } as const
  const verdict = await verifyCredentials(app, { login, ...given }, from)
  if (!verdict.ok) throw await refuseLogin(app, verdict, { ...from, actor: null }, failureCodes)

  const { player, counters, byCode } = verdict
  const { passwordHash } = player
  const reauthentication = { sessionId, playerId, passwordHash, byCode, now: app.clock.now() }
  if (!(await markReauthenticated(app.db, reauthentication))) throw new Refusal('password.wrong')
  await deleteAttempts(app.db, counters)
}

/**
 * Checks the password of a signed-in player, but no code, for an endpoint that needs none or checks it itself.
 * @throws Refusal `password.wrong`, `auth.toomanyattempts`, `overloaded`
 */
export async function verifyPassword(
  app: App,
  { username: login }: Player,
  password: string,
  client: Client,
): Promise<void> {
  const from = { surface: 'site', client } as const
  const verdict = await verifyCredentials(app, { login, password, totp: undefined }, from)
  if (verdict.ok) await deleteAttempts(app.db, verdict.counters)
  else if (verdict.reason !== 'totp-missing') {
    throw await refuseLogin(app, verdict, { ...from, actor: null }, failureCodes)
  }
}

/** The player is signed in, so the refusal may reveal whether the password or the code was wrong. */
const failureCodes: Record<FailureReason, ErrorCode> = {
  unknown: 'auth.unauthorized',
  password: 'password.wrong',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}
