import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { ProviderClient } from '../../../platform/outbound/identity-provider-client.ts'
import { type ExternalIdentity, InvalidProviderResponse } from '../identity.ts'
import { paramsOf } from './params.ts'
import type { ProviderProtocol, ProviderRequest } from './protocol.ts'

export type OAuthService = {
  authorizeUrl: string
  tokenUrl: string
  /** The value of `iss` in the service's responses, if the service sends it (RFC 9207). */
  issuer?: string
  scope?: string
  /** Returns the parameters of the response that the code exchange must repeat; undefined if one is missing. */
  extraParams?(response: URLSearchParams): Record<string, string> | undefined
  identify(
    hosts: ProviderClient,
    providerRequest: ProviderRequest,
    token: Token,
  ): Promise<ExternalIdentity>
}

export type Token = Static<typeof Token>
const Token = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 8192 }),
  user_id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
})

const ErrorResponse = Type.Object({ error: Type.String() })

/** A code that was never issued. If a provider refuses only this code, it has accepted the client ID and the secret. */
const TEST_CODE = 'portal-asks-whether-this-service-is-there'

export function oauthProtocol(service: OAuthService): ProviderProtocol {
  return {
    async authorizationUrl(_app, { provider, redirectUrl }, { state, verifier }) {
      const url = new URL(service.authorizeUrl)
      const params = {
        response_type: 'code',
        client_id: provider.clientId,
        redirect_uri: redirectUrl,
        state,
        code_challenge: codeChallengeOf(verifier),
        code_challenge_method: 'S256',
        ...(service.scope !== undefined && { scope: service.scope }),
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return url.href
    },

    async identify({ identityHosts }, providerRequest, { verifier }, { query }) {
      const response = paramsOf(query)
      const code = response.get('code')
      const issuer = response.get('iss')
      const extraParams = service.extraParams ? service.extraParams(response) : {}
      if (!code || !extraParams) throw new InvalidProviderResponse('it has no code')
      if (issuer !== null && service.issuer !== undefined && issuer !== service.issuer) {
        throw new InvalidProviderResponse('it is of another service')
      }
      const form = { code, code_verifier: verifier, ...extraParams }
      const token = await exchangeCode(identityHosts, service, providerRequest, form)
      if (!Check(Token, token))
        throw new InvalidProviderResponse(`the code was refused: ${errorCodeOf(token)}`)
      return service.identify(identityHosts, providerRequest, token)
    },

    probeUrl: () => service.tokenUrl,

    async test({ identityHosts }, providerRequest) {
      const form = {
        code: TEST_CODE,
        code_verifier: TEST_CODE.padEnd(43, '-'),
        device_id: TEST_CODE,
      }
      const response = await exchangeCode(identityHosts, service, providerRequest, form)
      if (!Check(ErrorResponse, response))
        throw new InvalidProviderResponse('the answer is not of this service')
      if (response.error === 'invalid_client' || response.error === 'unauthorized_client') {
        throw new InvalidProviderResponse(
          'the service does not know this client id with this secret',
        )
      }
    },
  }
}

/** Returns the PKCE challenge for a verifier (RFC 7636, 4.2). */
export function codeChallengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

async function exchangeCode(
  hosts: ProviderClient,
  { tokenUrl }: OAuthService,
  { provider, clientSecret, redirectUrl }: ProviderRequest,
  form: Record<string, string>,
): Promise<unknown> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: redirectUrl,
    client_id: provider.clientId,
    client_secret: clientSecret,
    ...form,
  })
  const headers = { Accept: 'application/json', 'User-Agent': 'Portal' }
  return readJson(await hosts.send(tokenUrl, { method: 'POST', headers, body }))
}

export async function requestJson(
  hosts: ProviderClient,
  url: string,
  request: RequestInit,
): Promise<unknown> {
  const headers = { Accept: 'application/json', 'User-Agent': 'Portal', ...request.headers }
  const response = await hosts.send(url, { ...request, headers })
  if (response.status !== 200)
    throw new InvalidProviderResponse(`the answer has status ${response.status}`)
  return readJson(response)
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw new InvalidProviderResponse('the answer is not JSON')
  }
}

function errorCodeOf(response: unknown): string {
  return Check(ErrorResponse, response) && /^[a-z_]{1,40}$/.test(response.error)
    ? response.error
    : 'unreadable'
}
