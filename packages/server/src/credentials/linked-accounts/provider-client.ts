import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { ProviderUnavailable } from '../../platform/outbound/identity-provider-client.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import {
  AccessDenied,
  type ExternalIdentity,
  InvalidProviderResponse,
  type Provider,
  type ProviderResponse,
  redirectUrlOf,
} from './identity.ts'
import { paramsOf } from './protocols/params.ts'
import type { ProviderRequest } from './protocols/protocol.ts'
import { providerProtocols } from './protocols/protocols.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'keys' | 'log' | 'identityHosts' | 'issuers'>

const RETRY_AFTER_SECONDS = 60

export async function authorizationUrl(
  app: Deps,
  provider: Provider,
  request: AuthorizationRequest,
): Promise<string> {
  const providerRequest = await toProviderRequest(app, provider)
  try {
    return await providerProtocols[provider.kind].authorizationUrl(app, providerRequest, request)
  } catch (error) {
    throw refusalOf(app, provider, error, 'identity.unavailable')
  }
}

/**
 * Exchanges the response of a provider for the account that it names.
 * @throws Refusal `identity.cancelled` if the player declined; `identity.wrong`, `identity.unavailable`, `overloaded`
 */
export async function exchangeResponse(
  app: Deps,
  provider: Provider,
  request: AuthorizationRequest,
  response: ProviderResponse,
): Promise<ExternalIdentity> {
  const providerRequest = await toProviderRequest(app, provider)
  try {
    checkError(response)
    return await providerProtocols[provider.kind].identify(app, providerRequest, request, response)
  } catch (error) {
    throw refusalOf(app, provider, error, 'identity.wrong')
  }
}

/**
 * Tests the configuration of a provider by a request to it.
 * @returns why the test failed; null if it succeeded
 * @throws Refusal `overloaded`
 */
export async function testProvider(app: Deps, provider: Provider): Promise<string | null> {
  const providerRequest = await toProviderRequest(app, provider)
  try {
    await providerProtocols[provider.kind].test(app, providerRequest)
    return null
  } catch (error) {
    if (error instanceof Refusal) throw error
    return reasonOf(error)
  }
}

/** Throws an error if the redirect has the parameter `error` (RFC 6749, 4.1.2.1). */
function checkError({ query }: ProviderResponse): void {
  const error = paramsOf(query).get('error')
  if (error === null) return
  if (error === 'access_denied') throw new AccessDenied()
  const isUnavailable = error === 'server_error' || error === 'temporarily_unavailable'
  if (isUnavailable) throw new ProviderUnavailable('it says that it cannot answer now')
  throw new InvalidProviderResponse('it sent an error')
}

async function toProviderRequest(app: Deps, provider: Provider): Promise<ProviderRequest> {
  const { slug, secretSealed } = provider
  const secret = await app.keys.unseal(secretContext(slug), secretSealed)
  const redirectUrl = redirectUrlOf(app.config, slug)
  return { provider, clientSecret: secret.toString(), redirectUrl }
}

/**
 * Returns the context for the encryption of a provider's secret, so that the secret can be decrypted only for this
 * provider.
 */
export function secretContext(slug: string): string {
  return `identity-provider:${slug}`
}

/** Converts an error to a refusal. Logs the reason, but no data that was sent or received. */
function refusalOf(
  { log }: Deps,
  { slug, kind }: Provider,
  error: unknown,
  fallback: 'identity.wrong' | 'identity.unavailable',
): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof Error && error.cause instanceof Refusal) return error.cause
  if (error instanceof AccessDenied) return new Refusal('identity.cancelled')
  const isUnavailable = isUnavailableError(error)
  const reason = reasonOf(error)
  log.warn({ provider: slug, kind, reason }, 'identity provider request failed')
  if (isUnavailable || fallback === 'identity.unavailable') {
    return new Refusal('identity.unavailable', { retryAfter: RETRY_AFTER_SECONDS })
  }
  return new Refusal(fallback)
}

/** Whether an error means that the provider could not be reached. The OpenID Connect library wraps such errors. */
function isUnavailableError(error: unknown): boolean {
  if (error instanceof ProviderUnavailable) return true
  return error instanceof Error && error.cause instanceof ProviderUnavailable
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const root = error.cause instanceof ProviderUnavailable ? error.cause : error
  if ('error' in root && typeof root.error === 'string') {
    return /^[a-z_]{1,40}$/.test(root.error) ? root.error : 'unreadable'
  }
  return root.message
}
