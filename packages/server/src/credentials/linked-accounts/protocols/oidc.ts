import type { Configuration, IDToken } from 'openid-client'
import { type Provider, personOf, WrongAnswer } from '../identity.ts'
import { challengeOf } from './oauth.ts'
import { paramsOf } from './params.ts'
import type { Kind, Needs, Question } from './protocol.ts'

/** How a service with OpenID Connect differs from others of the kind. */
export type OidcService = {
  issuerOf(provider: Provider): string
  /** Whether its tokens repeat the nonce; one without relies on PKCE alone. */
  hasNonce: boolean
  /** What it calls an account, for good. */
  subjectOf(claims: IDToken): unknown
}

/** Makes a kind of a service: the code flow with PKCE and a signed ID token (OpenID Connect Core 3.1). */
export function oidcKind(service: OidcService): Kind {
  const open = ({ issuers }: Needs, { provider, clientSecret }: Question) =>
    issuers.open({
      issuer: service.issuerOf(provider),
      clientId: provider.clientId,
      clientSecret,
    })
  return {
    async addressOf(app, question, attempt) {
      const { buildAuthorizationUrl } = await import('openid-client')
      const url = buildAuthorizationUrl(await open(app, question), {
        redirect_uri: question.redirectUrl,
        scope: 'openid profile',
        state: attempt.state,
        code_challenge: challengeOf(attempt.verifier),
        code_challenge_method: 'S256',
        ...(service.hasNonce && { nonce: attempt.nonce }),
      })
      return url.href
    },

    async personOf(app, question, attempt, { query }) {
      const { authorizationCodeGrant } = await import('openid-client')
      const configuration = await open(app, question)
      paramsOf(query)
      const address = new URL(`${question.redirectUrl}?${query}`)
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        idTokenExpected: true,
        ...(service.hasNonce && { expectedNonce: attempt.nonce }),
      })
      const claims = tokens.claims()
      if (!claims) throw new WrongAnswer('it has no ID token')
      const names = namesIn(claims)
      const told = names.some(Boolean)
        ? []
        : await namesBesides(configuration, tokens.access_token, claims.sub)
      return personOf(service.subjectOf(claims), [...names, ...told])
    },

    whereabouts(provider) {
      const issuer = service.issuerOf(provider).replace(/\/$/, '')
      return `${issuer}/.well-known/openid-configuration`
    },

    test: async (app, question) => void (await open(app, question)),
  }
}

type Named = { readonly [claim: string]: unknown }

function namesIn({ preferred_username: username, nickname, name }: Named): unknown[] {
  return [username, nickname, name]
}

/** Asks for the name where the token has none. It is only shown, so a service may leave it out. */
async function namesBesides(
  configuration: Configuration,
  accessToken: string,
  subject: string,
): Promise<unknown[]> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return []
  const { fetchUserInfo } = await import('openid-client')
  try {
    return namesIn(await fetchUserInfo(configuration, accessToken, subject))
  } catch {
    return [] // the account is known without it
  }
}

/** Any issuer that an owner names. */
export const oidc = oidcKind({
  issuerOf: ({ issuer }) => issuer ?? '',
  hasNonce: true,
  subjectOf: ({ sub }) => sub,
})

/** Google, as "OpenID Connect" of Google Identity describes it. */
export const google = oidcKind({
  issuerOf: () => 'https://accounts.google.com',
  hasNonce: true,
  subjectOf: ({ sub }) => sub,
})

/**
 * Microsoft's identity platform. The issuer of many tenants is a pattern, which the library fills with the
 * tenant of the token; `sub` is one account for this application, whatever its tenant.
 */
export const microsoft = oidcKind({
  issuerOf: ({ issuer }) => `https://login.microsoftonline.com/${issuer ?? 'common'}/v2.0`,
  hasNonce: true,
  subjectOf: ({ sub }) => sub,
})

/** Telegram with a Client Secret, as "Log In With Telegram" describes it: `id` is the account of the messenger. */
export const telegramOidc = oidcKind({
  issuerOf: () => 'https://oauth.telegram.org',
  hasNonce: false,
  subjectOf: ({ id }) => id,
})
