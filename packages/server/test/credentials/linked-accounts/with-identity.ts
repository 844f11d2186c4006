import { type callsOf, owner } from '../../support/administrator.ts'
import { type Browser, bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { CLIENT, ISSUER, type Issuer } from './issuer.ts'

/** The provider settings of these tests. */
export const FORUM = {
  slug: 'forum',
  kind: 'oidc',
  name: 'Our forum',
  issuer: ISSUER,
  ...CLIENT,
  trusted: false,
  enabled: true,
} as const

type Owner = ReturnType<typeof callsOf>

/** Creates a superuser, who adds a provider. */
export async function ownerWithProvider(site: Site, provider: object = FORUM) {
  const notch = await owner(site)
  await addProvider(notch, provider)
  return notch
}

export async function addProvider(notch: Owner, provider: object = FORUM): Promise<void> {
  const added = await notch.send('POST', '/admin/identity-providers', provider)
  if (added.status !== 201) throw new Error(`provider: ${JSON.stringify(added.body)}`)
}

type Someone = { browser: Browser; accessToken: string }

/** Begins linking. The reply has the provider's URL. */
export function beginLink(
  { browser, accessToken }: Someone,
  slug = 'forum',
  body?: object,
): Promise<Reply> {
  return browser.post(`/identities/${slug}/options`, body, bearer(accessToken))
}

/** Completes the link with the parameters of the redirect back from the provider. */
export function finishLink(
  { browser, accessToken }: Someone,
  back: URL,
  slug = 'forum',
): Promise<Reply> {
  return browser.post(`/identities/${slug}/link`, answerIn(back), bearer(accessToken))
}

export function answerIn(back: URL): { query: string; fragment?: string } {
  const [query, fragment] = [back.search.slice(1), back.hash.slice(1)]
  return { query, ...(fragment && { fragment }) }
}

/** Links a forum account to a signed-in player. */
export async function link(player: Someone, issuer: Issuer, name: string): Promise<Reply> {
  const begun = await beginLink(player)
  if (begun.status !== 200) return begun
  return finishLink(player, await issuer.visit(begun.body.url, name))
}

/** Signs in at the forum and returns the redirect back. */
export async function goToSignIn(
  browser: Browser,
  issuer: Issuer,
  name: string,
  body?: object,
): Promise<URL> {
  const begun = await browser.post('/auth/identity/forum/options', body)
  if (begun.status !== 200) throw new Error(`options: ${JSON.stringify(begun.body)}`)
  return issuer.visit(begun.body.url, name)
}

/** Signs in with a forum account. */
export async function logInByIdentity(
  browser: Browser,
  issuer: Issuer,
  name: string,
): Promise<Reply> {
  const back = await goToSignIn(browser, issuer, name)
  return browser.post('/auth/identity/forum/login', answerIn(back))
}

/** Creates a player with a linked forum account of the same name. */
export async function playerWithIdentity(site: Site, issuer: Issuer, username = 'Steve') {
  const player = await site.player(username)
  const linked = await link(player, issuer, username.toLowerCase())
  if (linked.status !== 200) throw new Error(`link: ${JSON.stringify(linked.body)}`)
  return player
}
