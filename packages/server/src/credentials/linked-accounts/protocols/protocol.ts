import type { App } from '../../../app.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import type { ExternalIdentity, Provider, ProviderResponse } from '../identity.ts'

export type ProviderRequest = {
  provider: Provider
  clientSecret: string
  redirectUrl: string
}

export type Deps = Pick<App, 'db' | 'clock' | 'identityHosts' | 'issuers'>

export type ProviderProtocol = {
  /** @throws ProviderUnavailable, InvalidProviderResponse */
  authorizationUrl(
    app: Deps,
    providerRequest: ProviderRequest,
    request: AuthorizationRequest,
  ): Promise<string>
  /** @throws ProviderUnavailable, InvalidProviderResponse */
  identify(
    app: Deps,
    providerRequest: ProviderRequest,
    request: AuthorizationRequest,
    response: ProviderResponse,
  ): Promise<ExternalIdentity>
  probeUrl(provider: Provider): string
  /**
   * Sends a request that only a correctly configured provider answers.
   * @throws ProviderUnavailable, InvalidProviderResponse
   */
  test(app: Deps, providerRequest: ProviderRequest): Promise<void>
}
