import { createHash } from 'node:crypto'
import type { NewClient } from '@portal/contract'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { createClient } from '../../src/openid/clients/create-client.ts'
import { type Browser, bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'

export const REDIRECT_URI = 'https://forum.example.org/callback'

/** The PKCE verifier of the tests. RFC 7636 requires at least 43 characters. */
export const VERIFIER = 'a-code-verifier-of-the-tests-0123456789-abcd'

export const NEW_CLIENT: NewClient = {
  name: 'Forum',
  redirectUris: [REDIRECT_URI],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  permission: null,
  accessToken: 'opaque',
  idTokenAlg: 'RS256',
  public: false,
  trusted: false,
  pkce: true,
  device: false,
}

export type RelyingParty = { clientId: string; clientSecret: string }

export async function newRelyingParty(
  site: Pick<Site, 'app'>,
  details: Partial<NewClient> = {},
): Promise<RelyingParty> {
  const { client, secret } = await createClient(site.app, COMMAND_LINE, {
    ...NEW_CLIENT,
    ...details,
  })
  return { clientId: client.id, clientSecret: secret ?? '' }
}

type Query = Record<string, string>

export function authorizeUrl({ clientId }: RelyingParty, query: Query = {}): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile',
    state: 'a-state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...query,
  })
  return `/oidc/auth?${parameters}`
}

/**
 * Follows redirects within the site. @returns the first address outside the site, or the address of an authorization
 * page
 */
export async function follow(browser: Browser, url: string): Promise<URL> {
  let at = new URL(url, 'http://localhost:8080')
  for (let steps = 0; steps < 10; steps += 1) {
    if (at.host !== 'localhost:8080' || at.pathname.startsWith('/authorize/')) return at
    const reply = await browser.get(at.pathname + at.search)
    const { location } = reply.headers
    if (typeof location !== 'string')
      throw new Error(`${at.pathname}: ${reply.status} ${reply.text}`)
    at = new URL(location, at)
  }
  throw new Error('too many redirects')
}

type SignedIn = { browser: Browser; accessToken: string }

/** Agrees to the sign-in request of an authorization page. @returns the address at which the redirects end */
export async function agree({ browser, accessToken }: SignedIn, page: URL): Promise<URL> {
  const { body, status, text } = await browser.post(
    `${page.pathname}/request`,
    undefined,
    bearer(accessToken),
  )
  if (status !== 200) throw new Error(`${status} ${text}`)
  return follow(browser, body.redirectTo)
}

/** Signs a player in to a client, with consent if it is required. @returns the callback's parameters */
export async function authorize(
  player: SignedIn,
  client: RelyingParty,
  query: Query = {},
): Promise<URLSearchParams> {
  const at = await follow(player.browser, authorizeUrl(client, query))
  const end = at.pathname.startsWith('/authorize/') ? await agree(player, at) : at
  return end.searchParams
}

export function post(
  site: Pick<Site, 'browser'>,
  path: string,
  form: Query,
  headers: Query = {},
): Promise<Reply> {
  return site.browser().post(path, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...headers,
  })
}

export function basic({ clientId, clientSecret }: RelyingParty): Query {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Exchanges an authorization code for tokens. */
export function exchange(
  site: Pick<Site, 'browser'>,
  client: RelyingParty,
  code: string,
  form: Query = {},
): Promise<Reply> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...form,
  }
  return client.clientSecret
    ? post(site, '/oidc/token', fields, basic(client))
    : post(site, '/oidc/token', { ...fields, client_id: client.clientId })
}

export function refreshTokens(
  site: Pick<Site, 'browser'>,
  client: RelyingParty,
  refreshToken: string,
): Promise<Reply> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return post(site, '/oidc/token', fields, basic(client))
}

export function userinfo(site: Pick<Site, 'browser'>, accessToken: string): Promise<Reply> {
  return site.browser().get('/oidc/me', { ...bearer(accessToken), accept: 'application/json' })
}
