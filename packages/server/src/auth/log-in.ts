import type { ErrorCode, LoginReply } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import type { Client } from '../platform/client.ts'
import type { Player } from '../player/player.ts'
import { findPlayer, lockPlayer } from '../player/player-store.ts'
import { describeUser } from '../profile/describe-player.ts'
import { displaceTheRest } from '../session/displace-sessions.ts'
import { type OpenedSession, openSession } from '../session/open-session.ts'
import { type Credentials, checkCredentials } from './check-credentials.ts'
import { type Counts, deleteTries } from './login-tries-store.ts'
import { refuseLogin } from './refuse-login.ts'
import type { Miss } from './try-once.ts'

export type SignedIn = { opened: OpenedSession; reply: LoginReply }

/**
 * Signs a player in by name or e-mail, password and, where it is on, the second factor.
 *
 * @throws Refusal `auth.wrongcredentials` whichever half is wrong; `auth.require2fa`, `auth.wrong2fa`;
 *   `auth.toomanyattempts` while the account is paused; `overloaded` (docs/contract.md#signing-in).
 */
export async function logIn(app: App, given: Credentials, client: Client): Promise<SignedIn> {
  const verdict = await checkCredentials(app, given, { door: 'site', client })
  if (!verdict.ok) {
    throw await refuseLogin(app, verdict, { door: 'site', client, actor: null }, codeOfMiss)
  }

  const { counts } = verdict
  let { player } = verdict
  let opened = await open(app, { player, counts }, client)
  while (!opened) {
    player = await checkAgain(app, player, given.password)
    opened = await open(app, { player, counts }, client)
  }
  if (opened.mailed) app.postman.wake()
  if (opened.crowded) await displaceTheRest(app, opened.session)

  const accessToken = await app.accessTokens.sign({
    playerId: player.id,
    sessionId: opened.session.id,
  })
  const user = await describeUser(app, player)
  const reply = { accessToken, refreshToken: opened.refreshToken, user }
  return { opened, reply }
}

/**
 * Opens the session, unless the password was changed since it was checked: who closed all sessions
 * together with that has closed this one too.
 */
async function open(
  app: App,
  { player, counts }: { player: Player; counts: Counts },
  client: Client,
): Promise<OpenedSession | undefined> {
  const settings = await app.settings.read()
  const generation = await app.keys.newest()
  return app.db.transaction().execute(async (tx) => {
    if ((await lockPlayer(tx, player.id))?.passwordHash !== player.passwordHash) return undefined
    await deleteTries(tx, counts)
    return openSession(app, tx, generation, { player, client, settings, familiar: false })
  })
}

/** It may be the same password in another hash: a parallel sign-in renewed that. */
async function checkAgain(app: App, { id }: Player, password: string): Promise<Player> {
  const player = await findPlayer(app.db, id)
  const fits = await app.passwords.verify(player?.passwordHash, password)
  if (!player || !fits) throw new Refusal('auth.wrongcredentials')
  return player
}

/** The site's sign-in never says which half of the credentials was wrong. */
const codeOfMiss: Record<Miss, ErrorCode> = {
  unknown: 'auth.wrongcredentials',
  password: 'auth.wrongcredentials',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}
