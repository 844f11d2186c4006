import type { App } from '../../app.ts'
import {
  CONNECT_SCOPES,
  isConnectOn,
  JOIN_SERVER,
  READ_PROFILES,
  SELECT_PROFILE,
} from '../../integrations/yggdrasil/connect.ts'
import type { AccessToken, Context, Library } from '../provider/library.ts'

export function isGameToken({ scope }: Pick<AccessToken, 'scope'>): boolean {
  return scopesOf(scope).includes(SELECT_PROFILE)
}

/**
 * Checks that the scopes of a request can be combined (docs/openid.md#yggdrasil-connect).
 * @throws the library's error `invalid_scope`
 */
export async function checkConnectScopes(
  { settings }: Pick<App, 'settings'>,
  { errors }: Library,
  { oidc }: Context,
): Promise<void> {
  const scopes = scopesOf(oidc.params.scope)
  const requested = scopes.find((scope) => CONNECT_SCOPES.includes(scope))
  if (requested === undefined) return
  const problem = isConnectOn(await settings.read())
    ? problemOf(scopes)
    : 'Yggdrasil Connect is turned off'
  if (problem) throw new errors.InvalidScope(problem, requested)
}

function problemOf(scopes: readonly string[]): string | undefined {
  const isMissing = (scope: string) => !scopes.includes(scope)
  if (isMissing('openid')) return 'the scope openid is missing'
  if (isMissing(SELECT_PROFILE)) {
    return isMissing(JOIN_SERVER) ? undefined : `${JOIN_SERVER} requires ${SELECT_PROFILE}`
  }
  if (isMissing(READ_PROFILES)) return undefined
  return `${READ_PROFILES} and ${SELECT_PROFILE} exclude each other`
}

function scopesOf(scope: string | undefined): string[] {
  return (scope ?? '').split(' ')
}
