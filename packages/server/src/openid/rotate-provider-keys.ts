import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { listClients } from './clients/client-store.ts'

type Deps = Pick<App, 'db' | 'clock' | 'random' | 'keys'>

/**
 * Replaces the provider's signing keys, if it has any. The new keys sign after 10 s. The old ones stay published until
 * the last token that they signed has expired.
 * @returns the IDs of the new keys; in `tokenReaders` the names of clients with JWT access tokens, which verify tokens
 * themselves and may have read the keys only once
 */
export async function rotateProviderKeys(
  app: Deps,
  by: Actor,
): Promise<{ kids: string[]; tokenReaders: string[] }> {
  const { rsa, ed25519 } = app.keys.openid
  if (!(await rsa.find())) return { kids: [], tokenReaders: [] }
  const kids: string[] = []
  for (const keys of [rsa, ed25519]) {
    const { kid } = await keys.rotate()
    await writeAudit(app, { action: 'keys.rotated', ...by, target: `openid:${kid}` })
    kids.push(kid)
  }
  const readers = (await listClients(app.db)).filter(
    ({ accessToken, revokedAt }) => accessToken === 'jwt' && revokedAt === null,
  )
  return { kids, tokenReaders: readers.map(({ name }) => name) }
}
