import type { App } from '../../app.ts'
import { CODE_TRIES, type CodePurpose, isCodeOf } from '../../credentials/email-codes/email-code.ts'
import { takeCodeTry } from '../../credentials/email-codes/email-code-store.ts'

export type CheckedCode =
  | { ok: true; address: string; codeMac: string }
  | { ok: false; refusal: 'auth.wrongcode' | 'auth.codeexpired' }

/** Compares a code with the one that was mailed, which uses up one of its tries. */
export async function checkEmailCode(
  app: Pick<App, 'db' | 'clock' | 'keys'>,
  owner: { playerId: string; purpose: CodePurpose },
  code: string,
): Promise<CheckedCode> {
  const now = app.clock.now()
  const stored = await takeCodeTry(app.db, { ...owner, allowed: CODE_TRIES, now })
  if (!stored) return { ok: false, refusal: 'auth.codeexpired' }

  const { address, codeMac } = stored
  const fits = await isCodeOf(app.keys, { ...owner, address }, codeMac, code)
  return fits ? { ok: true, address, codeMac } : { ok: false, refusal: 'auth.wrongcode' }
}
