import type { App } from '../../app.ts'
import { secretRow } from './provider-client.ts'
import { listProviders, replaceSecret } from './provider-store.ts'

/** Seals every secret with the newest key, so that old keys can be deleted; returns how many. */
export async function resealProviders(app: Pick<App, 'db' | 'keys'>): Promise<number> {
  const generation = await app.keys.newest()
  const providers = await listProviders(app.db)
  const old = providers.filter(({ secretSealed }) => !secretSealed.startsWith(`${generation.kid}.`))
  for (const { slug, secretSealed } of old) {
    const row = secretRow(slug)
    const renewed = generation.seal(row, await app.keys.unseal(row, secretSealed))
    await replaceSecret(app.db, slug, { old: secretSealed, renewed })
  }
  return old.length
}
