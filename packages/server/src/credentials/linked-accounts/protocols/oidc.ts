import type { Configuration, IDToken } from 'openid-client'
import { externalIdentityOf, InvalidProviderResponse, type Provider } from '../identity.ts'
import { codeChallengeOf } from './oauth.ts'
import { paramsOf } from './params.ts'
import type { ProtocolDeps, ProviderProtocol, ProviderRequest } from './protocol.ts'

export type OidcService = {
  issuerOf(provider: Provider): string
  /** Whether the service's ID tokens contain the nonce. If not, only PKCE binds a response to its request. */
  hasNonce: boolean
  subjectOf(claims: IDToken): unknown
}

/** The authorization code flow with PKCE and a signed ID token (OpenID Connect Core 3.1). */
export function oidcProtocol(service: OidcService): ProviderProtocol {
  const discoverIssuer = ({ issuers }: ProtocolDeps, { provider, clientSecret }: ProviderRequest) =>
    issuers.configurationOf({
      issuer: service.issuerOf(provider),
      clientId: provider.clientId,
      clientSecret,
    })
  return {
    async authorizationUrl(app, providerRequest, request) {
      const { buildAuthorizationUrl } = await import('openid-client')
      const url = buildAuthorizationUrl(await discoverIssuer(app, providerRequest), {
        redirect_uri: providerRequest.redirectUrl,
        scope: 'openid profile',
        state: request.state,
        code_challenge: codeChallengeOf(request.verifier),
        code_challenge_method: 'S256',
        ...(service.hasNonce && { nonce: request.nonce }),
      })
      return url.href
    },

    async identify(app, providerRequest, request, { query }) {
      const { authorizationCodeGrant } = await import('openid-client')
      const configuration = await discoverIssuer(app, providerRequest)
      paramsOf(query)
      const address = new URL(`${providerRequest.redirectUrl}?${query}`)
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: request.verifier,
        expectedState: request.state,
        idTokenExpected: true,
        ...(service.hasNonce && { expectedNonce: request.nonce }),
      })
      const claims = tokens.claims()
      if (!claims) throw new InvalidProviderResponse('it has no ID token')
      const names = namesIn(claims)
      const fetchedNames = names.some(Boolean)
        ? []
        : await fetchNames(configuration, tokens.access_token, claims.sub)
      return externalIdentityOf(service.subjectOf(claims), [...names, ...fetchedNames])
    },

    probeUrl(provider) {
      const issuer = service.issuerOf(provider).replace(/\/$/, '')
      return `${issuer}/.well-known/openid-configuration`
    },

    test: async (app, providerRequest) => void (await discoverIssuer(app, providerRequest)),
  }
}

type NameClaims = { readonly [claim: string]: unknown }

function namesIn({ preferred_username: username, nickname, name }: NameClaims): unknown[] {
  return [username, nickname, name]
}

async function fetchNames(
  configuration: Configuration,
  accessToken: string,
  subject: string,
): Promise<unknown[]> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return []
  const { fetchUserInfo } = await import('openid-client')
  try {
    return namesIn(await fetchUserInfo(configuration, accessToken, subject))
  } catch {
    return []
  }
}

/** Any service that supports OpenID Connect. The owner enters its issuer. */
export const oidc = oidcProtocol({
  issuerOf: ({ issuer }) => issuer ?? '',
  hasNonce: true,
  subjectOf: ({ sub }) => sub,
})

export const google = oidcProtocol({
  issuerOf: () => 'https://accounts.google.com',
  hasNonce: true,
  subjectOf: ({ sub }) => sub,
})

/**
 * Microsoft accounts. If several tenants are accepted, the issuer is a template, into which the library inserts the
 * tenant from the token. `sub` identifies an account for this application, in any tenant.
 */
export const microsoft = oidcProtocol({
  issuerOf: ({ issuer }) => `https://login.microsoftonline.com/${issuer ?? 'common'}/v2.0`,
  hasNonce: true,
  subjectOf: ({ sub }) => sub,
})

/**
 * Telegram with a client secret ("Log In With Telegram" in its documentation). `id` is the ID of the account in the
 * messenger.
 */
export const telegramOidc = oidcProtocol({
  issuerOf: () => 'https://oauth.telegram.org',
  hasNonce: false,
  subjectOf: ({ id }) => id,
})
