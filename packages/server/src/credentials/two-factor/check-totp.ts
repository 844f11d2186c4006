import type { App } from '../../app.ts'
import { matchingStep } from './totp.ts'
import { consumeStep, type Totp } from './two-factor-store.ts'

type Deps = Pick<App, 'db' | 'clock' | 'keys'>

export async function consumeCode(
  app: Deps,
  playerId: string,
  totp: Totp,
  code: string,
): Promise<boolean> {
  const step = await stepOf(app, playerId, totp, code)
  return step !== undefined && consumeStep(app.db, playerId, step)
}

export async function stepOf(
  app: Deps,
  playerId: string,
  totp: Totp,
  code: string,
): Promise<number | undefined> {
  const secret = await app.keys.unseal(totpContext(playerId), totp.sealed)
  return matchingStep(secret, code, app.clock.now())
}

/**
 * Returns the context for the encryption of a player's 2FA secret, so that the secret can be decrypted only for this
 * player.
 */
export function totpContext(playerId: string): string {
  return `totp:${playerId}`
}
