import type { App } from '../../app.ts'
import { secretContext } from './provider-client.ts'
import { listProviders, replaceSecret } from './provider-store.ts'

/**
 * Re-encrypts the secrets of providers with the newest key, so that old keys can be deleted.
 * @returns how many secrets were re-encrypted
 */
export async function reencryptProviderSecrets(app: Pick<App, 'db' | 'keys'>): Promise<number> {
  const generation = await app.keys.newest()
  const providers = await listProviders(app.db)
  const outdated = providers.filter(
    ({ secretSealed }) => !secretSealed.startsWith(`${generation.kid}.`),
  )
  for (const { slug, secretSealed } of outdated) {
    const context = secretContext(slug)
    const renewed = generation.seal(context, await app.keys.unseal(context, secretSealed))
    await replaceSecret(app.db, slug, { old: secretSealed, renewed })
  }
  return outdated.length
}
