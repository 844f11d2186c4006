import type { OpenIdScope, Settings } from '@portal/contract'

/**
 * The ID of the built-in client of launchers, which they read from the discovery document
 * (docs/openid.md#yggdrasil-connect).
 */
export const LAUNCHERS = 'launchers'

export const SELECT_PROFILE: OpenIdScope = 'Yggdrasil.PlayerProfiles.Select'
export const JOIN_SERVER: OpenIdScope = 'Yggdrasil.Server.Join'
export const READ_PROFILES: OpenIdScope = 'Yggdrasil.PlayerProfiles.Read'

export const CONNECT_SCOPES: readonly string[] = [SELECT_PROFILE, JOIN_SERVER, READ_PROFILES]

export function isConnectOn(settings: Pick<Settings, 'yggdrasil' | 'yggdrasilConnect'>): boolean {
  return settings.yggdrasil && settings.yggdrasilConnect
}
