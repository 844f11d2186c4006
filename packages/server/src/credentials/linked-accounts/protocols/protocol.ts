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
  /** @throws ProviderUnavailable, InvalidProviderResponse */
  authorizationUrl(
    app: ProtocolDeps,
    providerRequest: ProviderRequest,
    request: AuthorizationRequest,
  ): Promise<string>
  /** @throws ProviderUnavailable, InvalidProviderResponse */
  identify(
    app: ProtocolDeps,
    providerRequest: ProviderRequest,
    request: AuthorizationRequest,
    response: ProviderResponse,
  ): Promise<ExternalIdentity>
  probeUrl(provider: Provider): string
  /**
   * Sends a request that only a correctly configured provider answers.
   * @throws ProviderUnavailable, InvalidProviderResponse
   */
  test(app: ProtocolDeps, providerRequest: ProviderRequest): Promise<void>
}
