import type { App } from '../app.ts'
import { change, type UnitOfWork } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Player } from '../players/player.ts'
import { findPlayer, lockPlayer } from '../players/player-store.ts'
import { deleteAttempts } from '../security/lockout/attempt-store.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'
import { type Credentials, type CredentialsVerdict, checkCredentials } from './check-credentials.ts'
import { refuseLogin } from './refuse-login.ts'

/**
 * Signs in with name or address and password.
 * @throws Refusal `auth.wrongcredentials` for an unknown login and for a wrong password; `auth.require2fa`,
 * `auth.wrong2fa`; `auth.toomanyattempts` during a lockout; `overloaded`
 */
export async function logIn(app: App, given: Credentials, client: Client): Promise<OpenedSession> {
  const verdict = await checkCredentials(app, given, { surface: 'site', client })
  if (!verdict.ok) {
    throw await refuseLogin(app, verdict, { surface: 'site', client, actor: null })
  }

  const how = verdict.byCode
    ? ({ with: 'code', secondFactor: 'code' } as const)
    : ({ with: 'password' } as const)
  return completeSignIn(app, verdict, client, (work, player) =>
    openSession(app, work, { player, client, isKnownDevice: false, ...how }),
  )
}

type AcceptedCredentials = Extract<CredentialsVerdict, { ok: true }>

/**
 * Locks the player's row and runs `action`, unless the password has changed since it was checked: the change may have
 * closed every session, so it must also prevent this one.
 * @throws Refusal `auth.wrongcredentials` if the password is no longer right
 */
export async function completeSignIn<T>(
  app: App,
  verdict: AcceptedCredentials,
  { ip }: Client,
  action: (work: UnitOfWork, player: Player) => Promise<T>,
): Promise<T> {
  let { player } = verdict
  for (;;) {
    const { id, passwordHash } = player
    const outcome = await change(app, { actor: id, ip }, async (work) => {
      const current = await lockPlayer(work.tx, id)
      const isSame = verdict.substituteId !== undefined || current?.passwordHash === passwordHash
      if (!current || !isSame) return undefined
      if (verdict.substituteId === undefined) await deleteAttempts(work.tx, verdict.counters)
      return { result: await action(work, current) }
    })
    if (outcome) return outcome.result
    player = await recheckPassword(app, player, verdict)
  }
}

/**
 * Checks the password again after its hash has changed: a concurrent sign-in may only have renewed the hash of the same
 * password. If the player was deleted, also deletes the counters, so that no sign-in waits for this attempt.
 * @throws Refusal `auth.wrongcredentials`
 */
async function recheckPassword(
  app: App,
  { id }: Player,
  { password, counters }: Pick<AcceptedCredentials, 'password' | 'counters'>,
): Promise<Player> {
  const player = await findPlayer(app.db, id)
  if (!player) await deleteAttempts(app.db, counters)
  const matches = await app.passwords.verify(player?.passwordHash, password)
  if (!player || !matches) throw new Refusal('auth.wrongcredentials')
  return player
}
