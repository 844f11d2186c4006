import type { App } from '../app.ts'
import { change } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import type { Client } from '../platform/client.ts'
import type { Player } from '../player/player.ts'
import { findPlayer, lockPlayer } from '../player/player-store.ts'
import { type OpenedSession, openSession } from '../session/open-session.ts'
import { type Credentials, checkCredentials } from './check-credentials.ts'
import { type Counts, deleteTries } from './login-tries-store.ts'
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

  const { counts } = verdict
  let { player } = verdict
  for (;;) {
    const opened = await open(app, { player, counts }, client)
    if (opened) return opened
    player = await checkAgain(app, player, given.password)
  }
}

/**
 * Opens the session, unless the password has changed since it was checked: whoever changed it may
 * have closed every session, and that includes this one.
 */
async function open(
  app: App,
  { player, counts }: { player: Player; counts: Counts },
  client: Client,
): Promise<OpenedSession | undefined> {
  return change(app, { actor: player.id, ip: client.ip }, async (work) => {
    const now = await lockPlayer(work.tx, player.id)
    if (now?.passwordHash !== player.passwordHash) return undefined
    await deleteTries(work.tx, counts)
    const signedInWith = player.totpEnabledAt === null ? 'password' : 'code'
    return openSession(app, work, { player, client, familiar: false, with: signedInWith })
  })
}

/** Checks the password once more: a parallel sign-in may only have renewed its hash. */
async function checkAgain(app: App, { id }: Player, password: string): Promise<Player> {
  const player = await findPlayer(app.db, id)
  const fits = await app.passwords.verify(player?.passwordHash, password)
  if (!player || !fits) throw new Refusal('auth.wrongcredentials')
  return player
}
