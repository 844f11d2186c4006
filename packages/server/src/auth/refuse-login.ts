import type { ErrorCode } from '@portal/contract'
import type { App } from '../app.ts'
import { type AuditAction, newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { SECOND } from '../platform/clock.ts'
import type { Verdict } from './check-credentials.ts'
import type { Miss } from './try-once.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random'>

/**
 * The refusal of a verdict, written down. A typed login is not kept: it may be a password.
 *
 * @param asker who wants to know, where that is known; the player himself is not.
 * @param codeOfMiss how this front door calls each miss.
 */
export async function refuseLogin(
  app: Needs,
  verdict: Extract<Verdict, { ok: false }>,
  asker: { actor: string | null; ip: string },
  codeOfMiss: Readonly<Record<Miss, ErrorCode>>,
): Promise<Refusal> {
  if (verdict.miss === 'totp-missing') return new Refusal(codeOfMiss[verdict.miss])
  const action: AuditAction = verdict.miss === 'paused' ? 'login.paused' : 'login.missed'
  const target = verdict.player?.id ?? null
  await insertAudit(app.db, newAudit(app, { action, ...asker, target }))
  if (verdict.miss !== 'paused') return new Refusal(codeOfMiss[verdict.miss])

  const retryAfter = Math.ceil((verdict.retryAt - app.clock.now()) / SECOND)
  return new Refusal('auth.toomanyattempts', { retryAfter })
}
