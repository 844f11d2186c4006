import type { Profile } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change } from '../../audit/change.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { describeProfileOf } from '../../profiles/describe-player.ts'
import { deleteTries } from '../../security/lockout/attempt-store.ts'
import { keepBySignIn } from '../../sessions/cancel-scheduled-deletion.ts'
import { type Credentials, checkCredentials } from '../../sign-in/check-credentials.ts'
import { type CodeOfMiss, refuseLogin } from '../../sign-in/refuse-login.ts'
import { findObstacle } from '../../sign-in/sign-in-block.ts'

/**
 * The launcher server that asks: its key, and its own address, which is never a player's. `codeOfMiss`
 * is given where its protocol has its own words for misses.
 */
export type Asker = { by: Actor; client: Client; codeOfMiss?: CodeOfMiss }

/**
 * Checks credentials for a launcher server and returns the profile of the player they belong to. No
 * session begins. Misses count for the account, separately from those at the site's own sign-in;
 * right credentials clear them, even if the player may not come in.
 *
 * @throws Refusal `auth.toomanyattempts`, the codes of `codeOfMiss` (`auth.wrongcredentials`,
 *   `auth.require2fa`, `auth.wrong2fa`), `auth.usernotactivated`, `auth.userblocked` with its
 *   reason, `auth.passwordchangerequired`, `auth.consentrequired`, in this order; `overloaded`.
 */
export async function authenticatePlayer(
  app: App,
  given: Credentials,
  { by, client, codeOfMiss }: Asker,
): Promise<Profile> {
  const from = { door: 'launcher', client, actor: by.actor } as const
  const verdict = await checkCredentials(app, given, from)
  if (!verdict.ok) throw await refuseLogin(app, verdict, from, codeOfMiss)

  const { player, counts } = verdict
  const profile = await describeProfileOf(app, { id: player.id })
  if (!profile) {
    await deleteTries(app.db, counts) // deleted since: nobody is to wait for this try
    throw new Refusal('auth.usernotfound')
  }
  const ban = profile.banned ? { reason: profile.banReason } : undefined
  const settings = await app.settings.read()
  const refusal = await findObstacle({ db: app.db, settings }, player, ban)
  await change(app, by, async (work) => {
    const { tx, note } = work
    const now = player.deletesAt === null || refusal ? undefined : await lockPlayer(tx, player.id)
    if (now) await keepBySignIn(app, work, now)
    await deleteTries(tx, counts)
    const action = refusal ? 'login.refused' : 'login.succeeded'
    note(action, player.id, { after: refusal?.code ?? null })
  })
  if (refusal) throw refusal
  return profile
}

/**
 * Tells an unknown player from a wrong password; launchers show both alike, which gives no names
 * away.
 */
export const LAUNCHER_MISSES: CodeOfMiss = {
  unknown: 'auth.usernotfound',
  password: 'auth.wrongpassword',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}
