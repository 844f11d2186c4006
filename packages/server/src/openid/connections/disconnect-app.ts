import type { ConnectedApp } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { LAUNCHERS } from '../../integrations/yggdrasil/connect.ts'
import { deleteSessionsOfGrants } from '../../integrations/yggdrasil/connect-store.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockProviderSessions } from '../../sessions/application-logout-store.ts'
import { authorizationsOf, queueLogoutsOfClient } from '../../sessions/application-logouts.ts'
import { emitClosed } from '../../sessions/emit-closed.ts'
import { launchersClient } from '../clients/built-in-client.ts'
import { findClient } from '../clients/client-store.ts'
import {
  deleteConnection,
  findConnection,
  listConnections,
  updatePayload,
} from './connection-store.ts'

export async function listConnectedApps(
  { db }: Pick<App, 'db'>,
  playerId: string,
): Promise<{ items: ConnectedApp[] }> {
  const [ofClients, ofLaunchers] = await Promise.all([
    listConnections(db, playerId),
    findConnection(db, { playerId, clientId: LAUNCHERS }),
  ])
  const builtIn = { name: launchersClient.name, isTrusted: false, clientScopes: '' }
  const connections = ofLaunchers ? [...ofClients, { ...ofLaunchers, ...builtIn }] : ofClients
  return {
    items: connections
      .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
      .map((connection) => ({
        id: connection.clientId,
        name: connection.name,
        scopes: (connection.isTrusted ? connection.clientScopes : connection.scopes)
          .split(' ')
          .filter((scope) => scope !== ''),
        trusted: connection.isTrusted,
        firstUsedAt: isoInstant(connection.firstUsedAt),
        lastUsedAt: isoInstant(connection.lastUsedAt),
      })),
  }
}

/**
 * Disconnects a client from the caller's account: deletes its codes, tokens and game sessions and the consent, and
 * sends it a logout notice for each session in which it was used.
 * @throws Refusal `openid.clientnotfound` if the player has not used the client
 */
export async function disconnectApp(app: ChangeDeps, by: Actor, clientId: string): Promise<void> {
  const playerId = by.actor
  await change(app, by, async (work) => {
    const { tx, now, audit } = work
    const client = clientId === LAUNCHERS ? launchersClient : await findClient(tx, clientId)
    const grantIds = await deleteConnection(tx, { playerId, clientId })
    if (!client || !grantIds) throw new Refusal('openid.clientnotfound')
    emitClosed(work, await deleteSessionsOfGrants(tx, { playerId, grantIds }))
    for (const { id, payload } of await lockProviderSessions(tx, playerId)) {
      const { [clientId]: ended, ...authorizations } = authorizationsOf(payload)
      if (!ended) continue
      await queueLogoutsOfClient(tx, { random: app.random, now }, { clientId, playerId }, ended)
      await updatePayload(tx, id, JSON.stringify({ ...JSON.parse(payload), authorizations }))
    }
    audit('openid.disconnected', playerId, { before: client.name })
  })
}
