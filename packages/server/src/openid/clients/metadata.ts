import type { Client } from './client.ts'

/** The site's own fields of a client, which the library passes through. */
export const OWN_METADATA = [
  'portal_trusted',
  'portal_permission',
  'portal_access_token',
  'portal_pkce',
  'portal_secrets',
  'portal_old_secret_until',
  'portal_post_logout_uris',
] as const

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * The placeholder that the library gets as the client's secret. It is never compared with a sent secret:
 * `compareSecretHashes` compares hashes instead.
 */
const SECRET_ELSEWHERE = 'stored-as-a-hash'

/** Converts a client to the metadata that the library expects (OpenID Connect Dynamic Client Registration 1.0, 2). */
export function toMetadata(client: Client): Record<string, unknown> {
  const hasPage = client.redirectUris.length > 0
  const isWeb = client.redirectUris.every((uri) => uri.startsWith('https:'))
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: isWeb ? 'web' : 'native',
    redirect_uris: client.redirectUris,
    response_types: hasPage ? ['code'] : [],
    grant_types: [
      ...(hasPage ? ['authorization_code'] : []),
      'refresh_token',
      ...(client.device ? [DEVICE_GRANT] : []),
    ],
    scope: client.scopes.join(' '),
    id_token_signed_response_alg: client.idTokenAlg,
    ...(client.public
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: SECRET_ELSEWHERE }),
    ...(client.backchannelLogoutUri !== null && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    portal_trusted: client.trusted,
    portal_permission: client.permission,
    portal_access_token: client.accessToken,
    portal_pkce: client.pkce,
    portal_secrets: [client.secretHash, client.oldSecretHash],
    portal_old_secret_until: client.oldSecretUntil,
    portal_post_logout_uris: client.postLogoutRedirectUris,
  }
}
