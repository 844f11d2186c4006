import type { App } from '../app.ts'
import { matchingStep } from './totp.ts'
import { burnStep, findTotp, type Totp } from './two-factor-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'keys'>

/** Checks a second factor. A code works once: its time step is used up when it is accepted. */
export async function checkTotp(
  app: Needs,
  playerId: string,
  code: string | undefined,
): Promise<'fine' | 'missing' | 'wrong'> {
  const totp = await findTotp(app.db, playerId)
  if (!totp || totp.enabledAt === null) return 'fine'
  if (!code) return 'missing'

  const step = await stepOf(app, playerId, totp, code)
  if (step === undefined || !(await burnStep(app.db, playerId, step))) return 'wrong'
  return 'fine'
}

/** The time step whose code was given for this secret, used or not. */
export async function stepOf(
  app: Needs,
  playerId: string,
  totp: Totp,
  code: string,
): Promise<number | undefined> {
  const secret = await app.keys.unseal(totpRow(playerId), totp.sealed)
  return matchingStep(secret, code, app.clock.now())
}

/** What a secret is sealed beside: it opens in no other player's row (security, Secrets at rest). */
export function totpRow(playerId: string): string {
  return `totp:${playerId}`
}
