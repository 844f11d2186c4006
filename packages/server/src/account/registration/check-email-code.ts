import type { App } from '../../app.ts'
import {
  type CodePurpose,
  isCodeOf,
  MAX_CODE_ATTEMPTS,
} from '../../credentials/email-codes/email-code.ts'
import { consumeCodeAttempt } from '../../credentials/email-codes/email-code-store.ts'

export type EmailCodeCheck =
  | { ok: true; address: string; codeMac: string }
  | { ok: false; refusal: 'auth.wrongcode' | 'auth.codeexpired' }

/**
 * Compares a code with the one that was mailed. Uses up one of the attempts.
 * @returns the address and the stored code if the code is right, otherwise the refusal
 */
export async function checkEmailCode(
  app: Pick<App, 'db' | 'clock' | 'keys'>,
  owner: { playerId: string; purpose: CodePurpose },
  code: string,
): Promise<EmailCodeCheck> {
  const now = app.clock.now()
  const stored = await consumeCodeAttempt(app.db, { ...owner, allowed: MAX_CODE_ATTEMPTS, now })
  if (!stored) return { ok: false, refusal: 'auth.codeexpired' }

  const { address, codeMac } = stored
  const matches = await isCodeOf(app.keys, { ...owner, address }, codeMac, code)
  return matches ? { ok: true, address, codeMac } : { ok: false, refusal: 'auth.wrongcode' }
}
