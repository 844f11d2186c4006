import type { App } from '../app.ts'
import { change, type Work } from '../audit/change.ts'
import { Refusal } from '../platform/errors.ts'
import type { Client } from '../platform/network/client.ts'
import type { Player } from '../players/player.ts'
import { findPlayer, lockPlayer } from '../players/player-store.ts'
import { deleteTries } from '../security/lockout/attempt-store.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'
import { type Credentials, checkCredentials, type Verdict } from './check-credentials.ts'
import { refuseLogin } from './refuse-login.ts'

/**
 * Opens a session for a player who gives their username or e-mail address, their password and, if
 * two-factor authentication is on, a code.
 *
 * @throws Refusal `auth.wrongcredentials` whichever half is wrong; `auth.require2fa`,
 *   `auth.wrong2fa`; `auth.toomanyattempts` while the account is paused; `overloaded`
 *   (docs/contract.md#signing-in).
 */
export async function logIn(app: App, given: Credentials, client: Client): Promise<OpenedSession> {
  const verdict = await checkCredentials(app, given, { door: 'site', client })
  if (!verdict.ok) {
    throw await refuseLogin(app, verdict, { door: 'site', client, actor: null })
  }

  const how = verdict.byCode
    ? ({ with: 'code', secondFactor: 'code' } as const)
    : ({ with: 'password' } as const)
  return letIn(app, verdict, client, (work, player) =>
    openSession(app, work, { player, client, familiar: false, ...how }),
  )
}

type LetIn = Extract<Verdict, { ok: true }>

/**
 * Makes a change for a player whose credentials are right, unless the password has changed since they
 * were checked: whoever changed it may have closed every session, and that includes this one. The
 * player's misses are forgotten, and their row is locked.
 *
 * @throws Refusal `auth.wrongcredentials` when the password is no longer right
 */
export async function letIn<T>(
  app: App,
  verdict: LetIn,
  { ip }: Client,
  begin: (work: Work, player: Player) => Promise<T>,
): Promise<T> {
  let { player } = verdict
  for (;;) {
    const { id, passwordHash } = player
    const begun = await change(app, { actor: id, ip }, async (work) => {
      const now = await lockPlayer(work.tx, id)
      const isSame = verdict.instead !== undefined || now?.passwordHash === passwordHash
      if (!now || !isSame) return undefined
      if (verdict.instead === undefined) await deleteTries(work.tx, verdict.counts)
      return { result: await begin(work, now) }
    })
    if (begun) return begun.result
    player = await checkAgain(app, player, verdict)
  }
}

/**
 * Checks the password once more: a parallel sign-in may only have renewed its hash. Who was deleted meanwhile
 * leaves no try that others would wait for.
 */
async function checkAgain(
  app: App,
  { id }: Player,
  { password, counts }: Pick<LetIn, 'password' | 'counts'>,
): Promise<Player> {
  const player = await findPlayer(app.db, id)
  if (!player) await deleteTries(app.db, counts)
  const fits = await app.passwords.verify(player?.passwordHash, password)
  if (!player || !fits) throw new Refusal('auth.wrongcredentials')
  return player
}
