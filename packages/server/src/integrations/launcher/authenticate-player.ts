import type { Profile } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { describeProfileOf } from '../../profiles/describe-player.ts'
import { deleteAttempts } from '../../security/lockout/attempt-store.ts'
import { cancelDeletionOnSignIn } from '../../sessions/cancel-scheduled-deletion.ts'
import { type Credentials, checkCredentials } from '../../sign-in/check-credentials.ts'
import { type FailureCodes, refuseLogin } from '../../sign-in/refuse-login.ts'
import { findSignInBlock } from '../../sign-in/sign-in-block.ts'

/**
 * The launcher server that sends the request: its API key, and its own address, which is not the address of a player.
 * `failureCodes` is for protocols with their own codes.
 */
export type LauncherServer = { by: Actor; client: Client; failureCodes?: FailureCodes }

/**
 * Checks credentials for a launcher server and returns the player's profile, without opening a session. Failures count
 * for the account, separately from those on the site. Correct credentials reset them, even if the player is then
 * refused.
 * @throws Refusal `auth.toomanyattempts`, the codes of `failureCodes` (`auth.wrongcredentials`, `auth.require2fa`,
 * `auth.wrong2fa`), `auth.usernotactivated`, `auth.userblocked` with its reason, `auth.passwordchangerequired`,
 * `auth.consentrequired`, in this order; `auth.usernotfound` if the player was deleted in the meantime; `overloaded`
 */
export async function authenticatePlayer(
  app: App,
  credentials: Credentials,
  { by, client, failureCodes }: LauncherServer,
): Promise<Profile> {
  const origin = { surface: 'launcher', client, actor: by.actor } as const
  const verdict = await checkCredentials(app, credentials, origin)
  if (!verdict.ok) throw await refuseLogin(app, verdict, origin, failureCodes)

  const { player, counters } = verdict
  const profile = await describeProfileOf(app, { id: player.id })
  if (!profile) {
    await deleteAttempts(app.db, counters) // player deleted: no sign-in may wait for this attempt
    throw new Refusal('auth.usernotfound')
  }
  const ban = profile.banned ? { reason: profile.banReason } : undefined
  const settings = await app.settings.read()
  const refusal = await findSignInBlock({ db: app.db, settings }, player, ban)
  await change(app, by, async (work) => {
    const { tx, audit } = work
    const now = player.deletesAt === null || refusal ? undefined : await lockPlayer(tx, player.id)
    if (now) await cancelDeletionOnSignIn(app, work, now)
    await deleteAttempts(tx, counters)
    const action = refusal ? 'login.refused' : 'login.succeeded'
    audit(action, player.id, { after: refusal?.code ?? null })
  })
  if (refusal) throw refusal
  return profile
}

/** Refusals that distinguish an unknown player from a wrong password. Launchers show the same message for both. */
export const LAUNCHER_FAILURE_CODES: FailureCodes = {
  unknown: 'auth.usernotfound',
  password: 'auth.wrongpassword',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}
