import type { NewClient, Settings } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { isAddressAllowed } from '../../platform/outbound/guarded-post.ts'
import { allowedHostsOf } from '../../settings/allowed-hosts.ts'

/**
 * Checks the addresses and scopes of a client. A redirect URL is https, or leads to a program on the player's own
 * machine, or has a private-use scheme with a dot (RFC 8252, 7). Only a client for devices needs no redirect URL.
 * Public clients need PKCE, and every client the scope `openid`.
 * @throws Refusal `request.invalid`
 */
export function parseClient(client: NewClient): NewClient {
  const wrong = (field: string, addresses: readonly string[], isGood: (uri: string) => boolean) =>
    addresses.every(isGood) ? [] : [{ field, keyword: 'format' }]
  const needsRedirect = client.redirectUris.length === 0 && !client.device
  const fields = [
    ...(needsRedirect ? [{ field: 'redirectUris', keyword: 'minItems' }] : []),
    ...wrong('redirectUris', client.redirectUris, isRedirectUri),
    ...wrong('postLogoutRedirectUris', client.postLogoutRedirectUris, isRedirectUri),
    ...wrong('backchannelLogoutUri', present(client.backchannelLogoutUri), isWebAddress),
    ...wrong('scopes', [client.scopes.join(' ')], (scopes) => scopes.startsWith('openid')),
  ]
  if (fields.length > 0) throw new Refusal('request.invalid', { fields })
  return { ...client, name: client.name.trim(), pkce: client.pkce || client.public }
}

/**
 * Checks the host of the address for logout notices by the rules for webhooks: a notice to a forbidden host would never
 * be sent.
 * @throws Refusal `request.invalid`
 */
export function requireLogoutHost(
  { backchannelLogoutUri: uri }: NewClient,
  settings: Pick<Settings, 'allowedWebhookHosts'>,
): void {
  if (uri === null || isAddressAllowed(uri, allowedHostsOf(settings))) return
  throw new Refusal('request.invalid', {
    fields: [{ field: 'backchannelLogoutUri', keyword: 'insidehost' }],
  })
}

function present(address: string | null): string[] {
  return address === null ? [] : [address]
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

export function isRedirectUri(text: string): boolean {
  const url = parsed(text)
  if (!url) return false
  if (url.protocol === 'https:') return !LOCAL_HOSTS.includes(url.hostname)
  if (url.protocol === 'http:') return ['127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol.includes('.')
}

/**
 * Whether an address is http or https. http is allowed because a client in the same network may have no certificate.
 */
function isWebAddress(text: string): boolean {
  return ['https:', 'http:'].includes(parsed(text)?.protocol ?? '')
}

function parsed(text: string): URL | undefined {
  const url = URL.parse(text) ?? undefined
  return url && !text.includes('#') && url.username === '' && url.password === '' ? url : undefined
}
