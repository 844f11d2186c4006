import type { ErrorCode } from '@portal/contract'
import type { App } from '../app.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { SECOND } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import type { Miss } from '../security/lockout/run-attempt.ts'
import type { Verdict } from './check-credentials.ts'
import type { FrontDoor } from './login-counts.ts'
import { warnOfKnownPassword } from './warn-of-guessed-password.ts'

export type CodeOfMiss = Readonly<Record<Miss, ErrorCode>>

const SILENT: CodeOfMiss = {
  unknown: 'auth.wrongcredentials',
  password: 'auth.wrongcredentials',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}

/**
 * Turns a verdict into a refusal and audits it. The typed login is not kept, as it may be a
 * password.
 *
 * @param from.actor who asks, if that is known; the player themself never is.
 * @param codeOfMiss this front door's code for each miss; by default it never says which half of the
 *   credentials was wrong.
 */
export async function refuseLogin(
  app: App,
  verdict: Extract<Verdict, { ok: false }>,
  from: FrontDoor & { actor: string | null },
  codeOfMiss: CodeOfMiss = SILENT,
): Promise<Refusal> {
  const { actor, client } = from
  if (verdict.miss !== 'totp-missing') {
    const action = verdict.miss === 'paused' ? 'login.paused' : 'login.missed'
    const target = verdict.player?.id ?? null
    await writeAudit(app, { action, actor, ip: client.ip, target })
  }
  if (verdict.miss !== 'paused') {
    await warnOfKnownPassword(app, verdict, from)
    return new Refusal(codeOfMiss[verdict.miss])
  }
  const retryAfter = Math.ceil((verdict.retryAt - app.clock.now()) / SECOND)
  return new Refusal('auth.toomanyattempts', { retryAfter })
}
