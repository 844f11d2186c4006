import type { ErrorCode, LoginReply } from '@portal/contract'
import type { App } from '../app.ts'
import { type AuditAction, newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import type { Client } from '../platform/client.ts'
import { SECOND } from '../platform/clock.ts'
import { describeUser } from '../profile/describe-player.ts'
import { type OpenedSession, openSession } from '../session/open-session.ts'
import { type Credentials, checkCredentials, type Miss, type Verdict } from './check-credentials.ts'
import { deleteTries } from './login-tries-store.ts'

export type SignedIn = { opened: OpenedSession; reply: LoginReply }

/**
 * Signs a player in by name or e-mail, password and, where it is on, the second factor.
 *
 * @throws Refusal `auth.wrongcredentials` whichever half is wrong; `auth.require2fa`, `auth.wrong2fa`;
 *   `auth.toomanyattempts` while the account is paused; `overloaded` (answers, login).
 */
export async function logIn(app: App, given: Credentials, client: Client): Promise<SignedIn> {
  const verdict = await checkCredentials(app, given, client)
  if (!verdict.ok) throw await refusalOf(app, verdict, client)

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

/** The refusal of a verdict, written down: who tried is not known, only whom it was tried on. */
async function refusalOf(
  app: App,
  verdict: Extract<Verdict, { ok: false }>,
  client: Client,
): Promise<Refusal> {
  if (verdict.miss === 'totp-missing') return new Refusal('auth.require2fa')
  const action: AuditAction = verdict.miss === 'paused' ? 'login.paused' : 'login.missed'
  const target = verdict.player?.id ?? null // a typed login is not kept: it may be a password
  await insertAudit(app.db, newAudit(app, { action, actor: null, target, ip: client.ip }))
  if (verdict.miss !== 'paused') return new Refusal(codeOfMiss[verdict.miss])

  const retryAfter = Math.ceil((verdict.retryAt - app.clock.now()) / SECOND)
  return new Refusal('auth.toomanyattempts', { retryAfter })
}
