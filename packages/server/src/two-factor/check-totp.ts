import type { App } from '../app.ts'
import { matchingStep } from './totp.ts'
import { burnStep, type Totp } from './two-factor-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'keys'>

/** Uses a code up: its time step is burnt, so it works once. @returns false for a wrong or used one. */
export async function burnCode(
  app: Needs,
  playerId: string,
  totp: Totp,
  code: string,
): Promise<boolean> {
  const step = await stepOf(app, playerId, totp, code)
  return step !== undefined && burnStep(app.db, playerId, step)
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
