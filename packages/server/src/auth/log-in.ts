import type { ErrorCode, LoginReply } from '@portal/contract'
import type { App } from '../app.ts'
import type { Client } from '../platform/client.ts'
import { describeUser } from '../profile/describe-player.ts'
import { type OpenedSession, openSession } from '../session/open-session.ts'
import { type Credentials, checkCredentials, type Miss } from './check-credentials.ts'
import { deleteTries } from './login-tries-store.ts'
import { refuseLogin } from './refuse-login.ts'

export type SignedIn = { opened: OpenedSession; reply: LoginReply }

/**
 * Signs a player in by name or e-mail, password and, where it is on, the second factor.
 *
 * @throws Refusal `auth.wrongcredentials` whichever half is wrong; `auth.require2fa`, `auth.wrong2fa`;
 *   `auth.toomanyattempts` while the account is paused; `overloaded` (answers, login).
 */
export async function logIn(app: App, given: Credentials, client: Client): Promise<SignedIn> {
  const verdict = await checkCredentials(app, given, client)
  if (!verdict.ok) {
    throw await refuseLogin(app, verdict, { actor: null, ip: client.ip }, codeOfMiss)
  }

  const { player, account } = verdict
  const { siteName } = await app.settings.read()
  const generation = await app.keys.newest()
  const opened = await app.db.transaction().execute(async (tx) => {
    await deleteTries(tx, account)
    return openSession(app, tx, generation, { player, client, siteName, familiar: false })
  })
  if (opened.mailed) app.postman.wake()

  const accessToken = await app.accessTokens.sign({
    playerId: player.id,
    sessionId: opened.session.id,
  })
  const user = await describeUser(app, player)
  const reply = { accessToken, refreshToken: opened.refreshToken, user }
  return { opened, reply }
}

/** The site's sign-in never says which half of the credentials was wrong. */
const codeOfMiss: Record<Miss, ErrorCode> = {
  unknown: 'auth.wrongcredentials',
  password: 'auth.wrongcredentials',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}
