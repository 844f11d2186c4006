import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { type Clock, MINUTE } from '../../../platform/clock.ts'
import type { ProviderClient } from '../../../platform/outbound/identity-provider-client.ts'

const CACHE_TTL = 10 * MINUTE
const MAX_CACHED = 20
/** The accepted difference between this site's clock and the provider's, in seconds. */
const CLOCK_TOLERANCE = 60

export type IssuerClient = { issuer: string; clientId: string; clientSecret: string }

/** Caches the configurations that issuers publish (OpenID Connect Discovery), with their keys for tokens. */
export type IssuerCache = {
  /**
   * Returns an issuer's configuration, cached for ten minutes per client ID and secret.
   * @throws ProviderUnavailable, and errors of the library for invalid responses
   */
  configurationOf(client: IssuerClient): Promise<Configuration>
}

export function issuerCache(app: { clock: Clock; identityHosts: ProviderClient }): IssuerCache {
  const cache = new Map<string, { at: number; configuration: Promise<Configuration> }>()
  return {
    configurationOf(client) {
      const key = JSON.stringify(client)
      const now = app.clock.now()
      const cached = cache.get(key)
      if (cached && Math.abs(now - cached.at) < CACHE_TTL) return cached.configuration

      const configuration = discover(app.identityHosts, client)
      cache.delete(key)
      cache.set(key, { at: now, configuration })
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      configuration.catch(() => cache.delete(key))
      return configuration
    },
  }
}

/** Reads the configuration of an issuer. Loads the library on demand, because most sites never need it. */
async function discover(
  hosts: ProviderClient,
  { issuer, clientId, clientSecret }: IssuerClient,
): Promise<Configuration> {
  const library = await import('openid-client')
  const basic = library.ClientSecretBasic(clientSecret)
  const post = library.ClientSecretPost(clientSecret)
  /**
   * Authenticates with `client_secret_basic`, the default, unless the issuer lists only other methods (OpenID Connect
   * Discovery 3).
   */
  const authenticate: ClientAuth = (server, client, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported
    const authMethod = !offered || offered.includes('client_secret_basic') ? basic : post
    authMethod(server, client, body, headers)
  }
  const customFetch: CustomFetch = (url, { method, headers, body }) =>
    hosts.send(url, { method, headers, body: body ?? null })
  return library.discovery(
    new URL(issuer),
    clientId,
    { [library.clockTolerance]: CLOCK_TOLERANCE },
    authenticate,
    { [library.customFetch]: customFetch, execute: [library.enableNonRepudiationChecks] },
  )
}
