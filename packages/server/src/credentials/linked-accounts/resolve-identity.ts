import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import {
  consumeAuthorizationRequest,
  createAuthorizationRequest,
  type RequestPurpose,
} from './authorization-request.ts'
import type { ExternalIdentity, Provider, ProviderResponse } from './identity.ts'
import { authorizationUrl, exchangeResponse } from './provider-client.ts'
import { findProvider } from './provider-store.ts'

export type ProviderCallback = ProviderResponse & {
  provider: string
  sealedRequest: string | undefined
}

/**
 * Returns a provider that is enabled.
 * @throws Refusal `identity.providernotfound`
 */
export async function requireProvider({ db }: Pick<App, 'db'>, slug: string): Promise<Provider> {
  const provider = await findProvider(db, slug)
  if (!provider?.enabled) throw new Refusal('identity.providernotfound')
  return provider
}

/**
 * Starts an authorization at a provider.
 * @returns the URL to which the browser is sent, and the encrypted request for the browser's cookie
 * @throws Refusal `identity.providernotfound`, `identity.unavailable`, `overloaded`
 */
export async function startAuthorization(
  app: App,
  slug: string,
  about: { purpose: RequestPurpose; next: string | undefined },
): Promise<{ url: string; sealedRequest: string }> {
  const provider = await requireProvider(app, slug)
  const { request, sealed } = await createAuthorizationRequest(app, { provider: slug, ...about })
  return { url: await authorizationUrl(app, provider, request), sealedRequest: sealed }
}

/**
 * Consumes the request in the browser's cookie and returns the account at the provider. Changes nothing else.
 * @returns also `next`, the page to open afterwards; null if the request named none
 * @throws Refusal `identity.providernotfound`; `identity.expired` if the response belongs to no unused request of this
 * browser; the refusals of `exchangeResponse`
 */
export async function resolveIdentity(
  app: App,
  purpose: RequestPurpose,
  { provider: slug, sealedRequest, ...response }: ProviderCallback,
): Promise<{ externalIdentity: ExternalIdentity; next: string | null }> {
  const provider = await requireProvider(app, slug)
  const state = new URLSearchParams(response.query).get('state')
  const request = await consumeAuthorizationRequest(app, sealedRequest, {
    provider: slug,
    purpose,
    state,
  })
  const externalIdentity = await exchangeResponse(app, provider, request, response)
  return { externalIdentity, next: request.next }
}
