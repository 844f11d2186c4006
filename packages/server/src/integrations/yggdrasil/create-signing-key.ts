import type { Settings } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'

const RETRY_SECONDS = 5

/** Starts creating the signing key in the background, if Yggdrasil is on. */
export function createSigningKeyFor(app: Pick<App, 'keys' | 'log'>, { yggdrasil }: Settings): void {
  if (!yggdrasil) return
  app.keys.yggdrasil.ensure().catch((error) => {
    app.log.warn({ err: error }, 'creating the Yggdrasil signing key failed, will retry')
  })
}

/**
 * Returns the signing key.
 * @throws Refusal `unavailable` until it exists
 */
export async function requireSigningKey({ keys }: Pick<App, 'keys'>): Promise<SigningKey> {
  const key = await keys.yggdrasil.find()
  if (!key) throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
  return key
}
