import type { App } from '../../app.ts'
import { findConnection } from '../connections/connection-store.ts'
import type { Context, Grant } from './library.ts'

/**
 * Returns the grant of a client in this session, with the scopes that the player agreed to, or all scopes for a
 * trusted client. Consent is stored for the player, so it outlives sessions and their grants.
 */
export async function loadGrant(
  { db }: Pick<App, 'db'>,
  { oidc }: Context,
): Promise<Grant | undefined> {
  const { client, session, provider } = oidc
  const playerId = session.accountId
  if (playerId === undefined) return undefined
  const { clientId } = client
  const connection = await findConnection(db, { playerId, clientId })
  const agreed = client.portal_trusted ? client.scope : (connection?.scopes ?? '')
  const scopes = agreed.split(' ').filter((scope) => oidc.requestParamOIDCScopes.has(scope))
  if (scopes.length === 0) return undefined

  const grantId = session.grantIdFor(clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = existing ?? new provider.Grant({ clientId, accountId: playerId })
  const before = grant.getOIDCScope()
  grant.addOIDCScope(scopes.join(' '))
  if (!existing || grant.getOIDCScope() !== before) await grant.save()
  return grant
}
