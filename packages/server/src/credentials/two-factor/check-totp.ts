import type { App } from '../../app.ts'
import { matchingStep } from './totp.ts'
import { burnStep, type Totp } from './two-factor-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'keys'>

/** Burns the time step of a code, so that it works only once. A wrong or used code gives false. */
export async function burnCode(
  app: Needs,
  playerId: string,
  totp: Totp,
  code: string,
): Promise<boolean> {
  const step = await stepOf(app, playerId, totp, code)
  return step !== undefined && burnStep(app.db, playerId, step)
}

/** Returns the time step that a code belongs to, whether it was used or not. */
export async function stepOf(
  app: Needs,
  playerId: string,
  totp: Totp,
  code: string,
): Promise<number | undefined> {
  const secret = await app.keys.unseal(totpRow(playerId), totp.sealed)
  return matchingStep(secret, code, app.clock.now())
}

/** Names what a secret is sealed for, so that it cannot be opened in another player's row. */
export function totpRow(playerId: string): string {
  return `totp:${playerId}`
}
