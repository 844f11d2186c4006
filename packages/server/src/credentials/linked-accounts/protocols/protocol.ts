import type { App } from '../../../app.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import type { ExternalIdentity, Provider, ProviderResponse } from '../identity.ts'

export type ProviderRequest = {
  provider: Provider
  clientSecret: string
  redirectUrl: string
}

export type ProtocolDeps = Pick<App, 'db' | 'clock' | 'identityHosts' | 'issuers'>

export type ProviderProtocol = {
  /**
   * Returns the URL of the provider to which the browser is sent.
   * @throws ProviderUnavailable, InvalidProviderResponse
   */
  authorizationUrl(
    app: ProtocolDeps,
    providerRequest: ProviderRequest,
    request: AuthorizationRequest,
  ): Promise<string>
  /**
   * Checks the provider's response to a request and returns the account.
   * @throws ProviderUnavailable, InvalidProviderResponse
   */
  identify(
    app: ProtocolDeps,
    providerRequest: ProviderRequest,
    request: AuthorizationRequest,
    response: ProviderResponse,
  ): Promise<ExternalIdentity>
  probeUrl(provider: Provider): string
  /**
   * Checks the configuration of a provider by a request that succeeds only if the configuration is right.
   * @throws ProviderUnavailable, InvalidProviderResponse
   */
  test(app: ProtocolDeps, providerRequest: ProviderRequest): Promise<void>
}
