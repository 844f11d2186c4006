import type { App } from '../app.ts'
import { secretContext } from './purchase.ts'
import { listSources, replaceSecret } from './source-store.ts'

/** Re-encrypts the secrets of shops with the newest key, so that old keys can be deleted. */
export async function reencryptPurchaseSecrets({
  db,
  keys,
}: Pick<App, 'db' | 'keys'>): Promise<void> {
  const generation = await keys.newest()
  for (const { source, secretSealed: old } of await listSources(db)) {
    if (old === null || old.startsWith(`${generation.kid}.`)) continue
    const secret = await keys.unseal(secretContext(source), old)
    await replaceSecret(db, source, {
      old,
      renewed: generation.seal(secretContext(source), secret),
    })
  }
}
