import type { ErrorCode } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Identity } from '../players/identity.ts'
import type { Player } from '../players/player.ts'
import { requireOwnPlayer } from '../players/require-player.ts'
import { deleteTries } from '../security/lockout/attempt-store.ts'
import type { Miss } from '../security/lockout/run-attempt.ts'
import { markProved } from '../sessions/reauthentication-store.ts'
import { weighCredentials } from './check-credentials.ts'
import { refuseLogin } from './refuse-login.ts'

/**
 * Marks a session as proved by its player's password, and by a code while the second factor is on. A wrong one
 * is a miss as at the sign-in of the site, with its pause (docs/contract.md#fresh-proof).
 *
 * @throws Refusal `password.wrong`, `auth.require2fa`, `auth.wrong2fa`, `auth.toomanyattempts`,
 *   `auth.unauthorized`, `overloaded`
 */
export async function prove(
  app: App,
  { playerId, sessionId }: Identity,
  given: { password: string; totp: string | undefined },
  client: Client,
): Promise<void> {
  const { username: login } = await requireOwnPlayer(app.db, playerId)
  const from = { door: 'site', client } as const
  const verdict = await weighCredentials(app, { login, ...given }, from)
  if (!verdict.ok) throw await refuseLogin(app, verdict, { ...from, actor: null }, codeOfMiss)

  const { player, counts, byCode } = verdict
  const { passwordHash } = player
  const proven = { sessionId, playerId, passwordHash, byCode, now: app.clock.now() }
  if (!(await markProved(app.db, proven))) throw new Refusal('password.wrong')
  await deleteTries(app.db, counts)
}

/**
 * Checks a player's password alone, for a row that needs no code or checks one itself.
 *
 * @throws Refusal `password.wrong`, `auth.toomanyattempts`, `overloaded`
 */
export async function provePassword(
  app: App,
  { username: login }: Player,
  password: string,
  client: Client,
): Promise<void> {
  const from = { door: 'site', client } as const
  const verdict = await weighCredentials(app, { login, password, totp: undefined }, from)
  if (verdict.ok) await deleteTries(app.db, verdict.counts)
  else if (verdict.miss !== 'totp-missing') {
    throw await refuseLogin(app, verdict, { ...from, actor: null }, codeOfMiss)
  }
}

/** Who is signed in is no secret to them, so they are told which half was wrong. */
const codeOfMiss: Record<Miss, ErrorCode> = {
  unknown: 'auth.unauthorized',
  password: 'password.wrong',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}
