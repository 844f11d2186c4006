import type { Settings } from '@portal/contract'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'

const RETRY_SECONDS = 5

/** Makes the key in the background once Yggdrasil is on; nothing waits for it. */
export function makeKeyFor(app: Pick<App, 'keys' | 'log'>, { yggdrasil }: Settings): void {
  if (!yggdrasil) return
  app.keys.yggdrasil.ensure().catch((error) => {
    app.log.warn({ err: error }, 'the key of Yggdrasil could not be made; it is tried again')
  })
}

/** @throws Refusal `unavailable` until the key is made. */
export async function requireKey({ keys }: Pick<App, 'keys'>): Promise<SigningKey> {
  const key = await keys.yggdrasil.find()
  if (!key) throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
  return key
}
