import type { ErrorCode } from '@portal/contract'
import type { App } from '../app.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { SECOND } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import type { FailureReason } from '../security/lockout/run-attempt.ts'
import type { CredentialsVerdict } from './check-credentials.ts'
import type { SignInSurface } from './login-counters.ts'
import { warnOfCompromisedPassword } from './warn-of-compromised-password.ts'

export type FailureCodes = Readonly<Record<FailureReason, ErrorCode>>

const GENERIC_CODES: FailureCodes = {
  unknown: 'auth.wrongcredentials',
  password: 'auth.wrongcredentials',
  'totp-missing': 'auth.require2fa',
  'totp-wrong': 'auth.wrong2fa',
}

/**
 * Records a failed sign-in. The audit entry does not contain the typed login, because that may be a password.
 * @param from.actor the API key of a launcher server; null without one
 * @param failureCodes the default codes do not reveal whether the login or the password was wrong
 * @returns the refusal to throw: `auth.toomanyattempts` during a lockout, otherwise with one of `failureCodes`
 */
export async function refuseLogin(
  app: App,
  verdict: Extract<CredentialsVerdict, { ok: false }>,
  from: SignInSurface & { actor: string | null },
  failureCodes: FailureCodes = GENERIC_CODES,
): Promise<Refusal> {
  const { actor, client } = from
  if (verdict.reason !== 'totp-missing') {
    const action = verdict.reason === 'paused' ? 'login.paused' : 'login.missed'
    const target = verdict.player?.id ?? null
    await writeAudit(app, { action, actor, ip: client.ip, target })
  }
  if (verdict.reason !== 'paused') {
    await warnOfCompromisedPassword(app, verdict, from)
    return new Refusal(failureCodes[verdict.reason])
  }
  const retryAfter = Math.ceil((verdict.retryAt - app.clock.now()) / SECOND)
  return new Refusal('auth.toomanyattempts', { retryAfter })
}
