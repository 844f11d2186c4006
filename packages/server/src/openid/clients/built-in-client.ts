import type { App } from '../../app.ts'
import { COMMAND_LINE } from '../../audit/actor.ts'
import {
  isConnectOn,
  JOIN_SERVER,
  LAUNCHERS,
  READ_PROFILES,
  SELECT_PROFILE,
} from '../../integrations/yggdrasil/connect.ts'
import type { Client } from './client.ts'
import { findClient } from './client-store.ts'

/**
 * The client of all launchers that are not registered on this site. The setting `yggdrasilConnect` turns it on;
 * administrators cannot change it. accept-loopback.ts checks its redirect URLs.
 */
export const launchersClient: Client = {
  id: LAUNCHERS,
  name: 'Launchers',
  redirectUris: ['http://127.0.0.1/', 'http://[::1]/'],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  scopes: ['openid', 'profile', 'offline_access', SELECT_PROFILE, JOIN_SERVER, READ_PROFILES],
  permission: null,
  accessToken: 'opaque',
  idTokenAlg: 'RS256', // some launchers support no other algorithm
  public: true,
  trusted: false,
  pkce: true,
  device: true,
  secretHash: null,
  oldSecretHash: null,
  oldSecretUntil: null,
  author: COMMAND_LINE.actor,
  createdAt: 0,
  revokedAt: null,
}

/** Finds a client that may sign players in now: neither revoked nor turned off. */
export async function findUsableClient(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  id: string,
): Promise<Client | undefined> {
  if (id === LAUNCHERS) return isConnectOn(await settings.read()) ? launchersClient : undefined
  const client = await findClient(db, id)
  return client?.revokedAt === null ? client : undefined
}
