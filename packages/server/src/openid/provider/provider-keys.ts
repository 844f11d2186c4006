import type { App } from '../../app.ts'
import type { SigningKey } from '../../security/keys/signing-key.ts'
import { signerFirst } from '../tokens/signer-first.ts'

/** The keys that the provider publishes. In each list, the key that signs is first. */
export type ProviderKeys = { rsa: SigningKey[]; ed25519: SigningKey[] }

type Deps = Pick<App, 'keys' | 'clock'>

/** Returns the provider's keys, which are created at the first use. Caches them for 5 s. */
export async function readProviderKeys({ keys, clock }: Deps): Promise<ProviderKeys> {
  const { rsa, ed25519 } = keys.openid
  const read = async (): Promise<ProviderKeys> => ({
    rsa: signerFirst(await rsa.list(), clock.now()),
    ed25519: signerFirst(await ed25519.list(), clock.now()),
  })
  const found = await read()
  if (found.rsa.length > 0 && found.ed25519.length > 0) return found
  await Promise.all([rsa.ensure(), ed25519.ensure()])
  return read()
}

/** Whether two sets of keys are equal. If the keys have changed, the provider must be created again. */
export function hasSameKeys(some: ProviderKeys, others: ProviderKeys): boolean {
  return idsOf(some) === idsOf(others)
}

function idsOf({ rsa, ed25519 }: ProviderKeys): string {
  return [...rsa, ...ed25519].map(({ kid }) => kid).join()
}
