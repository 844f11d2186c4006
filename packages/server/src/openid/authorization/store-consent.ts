import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { findConnection, upsertConnection } from '../connections/connection-store.ts'
import type { Client } from '../provider/library.ts'

/**
 * Stores the consent of a player to scopes, in addition to earlier consents. Does nothing for a trusted client, which
 * needs none.
 */
export async function storeConsent(
  app: ChangeDeps,
  by: Actor,
  { playerId, client, scopes }: { playerId: string; client: Client; scopes: readonly string[] },
): Promise<void> {
  if (client.portal_trusted) return
  const { clientId } = client
  await change(app, by, async ({ tx, now, audit }) => {
    const known = await findConnection(tx, { playerId, clientId })
    const agreed = new Set([...(known?.scopes.split(' ') ?? []), ...scopes])
    const all = [...agreed].filter(Boolean).join(' ')
    if (known?.scopes === all) return
    await upsertConnection(tx, {
      playerId,
      clientId,
      scopes: all,
      firstUsedAt: now,
      lastUsedAt: now,
    })
    audit('openid.connected', playerId, { after: `${client.clientName}: ${all}` })
  })
}
