import type { App } from '../../app.ts'
import { LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import { HOUR } from '../../platform/clock.ts'
import { isGameToken } from '../connect/connect-scopes.ts'
import { findConnection } from '../connections/connection-store.ts'
import { hashOf } from '../storage/adapter.ts'
import { hasGrant } from '../storage/grant-store.ts'
import type { Context, Grant } from './library.ts'

/**
 * How long a grant is used for further sign-ins. Because older grants are not used, they can be deleted once no code or
 * token belongs to them.
 */
export const REUSED_FOR = 12 * HOUR

/**
 * Returns the client's grant for this session: with the scopes of the request to which the player agreed, or with all
 * scopes of the request for a trusted client. Makes and stores a new grant if the session has none that is recent and
 * has these scopes. Consent is stored per player, so it outlives sessions and their grants. A stored grant is never
 * changed, because saving it again could restore a grant that was deleted in the meantime.
 * @returns undefined if there is no player, or nothing to which the player agreed
 */
export async function loadGrant(
  app: Pick<App, 'db' | 'clock'>,
  { oidc }: Context,
): Promise<Grant | undefined> {
  const { client, session, provider, result } = oidc
  const playerId = session.accountId
  if (playerId === undefined) return undefined
  const { clientId } = client
  if (clientId === LAUNCHERS && !result?.consent) return undefined // policy.ts requires consent
  const connection = await findConnection(app.db, { playerId, clientId })
  const agreed = client.portal_trusted ? client.scope : (connection?.scopes ?? '')
  const scopes = agreed.split(' ').filter((scope) => oidc.requestParamOIDCScopes.has(scope))
  if (scopes.length === 0) return undefined

  const existing = await findReusable(app, { oidc })
  const known = existing?.getOIDCScope().split(' ') ?? []
  if (existing && scopes.every((scope) => known.includes(scope))) return existing
  const grant = new provider.Grant({ clientId, accountId: playerId })
  grant.addOIDCScope([...known, ...scopes].join(' '))
  await grant.save()
  return grant
}

/** Finds a grant to use again. Each launcher gets its own grant, because the end of a grant ends its game sessions. */
async function findReusable(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { oidc }: Pick<Context, 'oidc'>,
): Promise<Grant | undefined> {
  const { client, session, provider, params } = oidc
  const grantId = session.grantIdFor(client.clientId)
  if (grantId === undefined || isGameToken({ scope: params.scope ?? '' })) return undefined
  const madeAfter = clock.now() - REUSED_FOR
  const isRecent = await hasGrant(db, { id: hashOf('Grant', grantId), madeAfter })
  return isRecent ? provider.Grant.find(grantId) : undefined
}
