import type { App } from '../app.ts'
import { secretContext } from './webhook.ts'
import { listWebhooks, replaceSecret } from './webhook-store.ts'

/** Re-encrypts the secrets of all webhooks with the newest key, so that old keys can be deleted. */
export async function reencryptWebhookSecrets({
  db,
  keys,
}: Pick<App, 'db' | 'keys'>): Promise<void> {
  const generation = await keys.newest()
  for (const { id, secretSealed, formerSecretSealed } of await listWebhooks(db)) {
    const sealed = { secret_sealed: secretSealed, former_secret_sealed: formerSecretSealed }
    for (const column of ['secret_sealed', 'former_secret_sealed'] as const) {
      const old = sealed[column]
      if (old === null || old.startsWith(`${generation.kid}.`)) continue
      const renewed = generation.seal(secretContext(id), await keys.unseal(secretContext(id), old))
      await replaceSecret(db, id, column, { old, renewed })
    }
  }
}
