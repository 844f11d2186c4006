import { type callsOf, owner } from '../../support/administrator.ts'
import { type Browser, bearer, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { CLIENT, ISSUER, type Issuer } from './issuer.ts'

/** What the owner of these tests enters for the issuer. */
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

/** Makes the owner, who adds a service. */
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

/** Begins to link, and returns the address of the service. */
export function beginLink(
  { browser, accessToken }: Someone,
  slug = 'forum',
  body?: object,
): Promise<Reply> {
  return browser.post(`/identities/${slug}/options`, body, bearer(accessToken))
}

/** Posts what stood in the address that a service sent a player back to. */
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

/** Links an account of the forum to a player who is signed in. */
export async function link(player: Someone, issuer: Issuer, name: string): Promise<Reply> {
  const begun = await beginLink(player)
  if (begun.status !== 200) return begun
  return finishLink(player, await issuer.visit(begun.body.url, name))
}

/** Goes to the forum to sign in, and returns what it leads back with. */
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

/** Signs in by an account of the forum. */
export async function logInByIdentity(
  browser: Browser,
  issuer: Issuer,
  name: string,
): Promise<Reply> {
  const back = await goToSignIn(browser, issuer, name)
  return browser.post('/auth/identity/forum/login', answerIn(back))
}

/** Makes a player who has linked an account of the forum with the name of the player. */
export async function playerWithIdentity(site: Site, issuer: Issuer, username = 'Steve') {
  const player = await site.player(username)
  const linked = await link(player, issuer, username.toLowerCase())
  if (linked.status !== 200) throw new Error(`link: ${JSON.stringify(linked.body)}`)
  return player
}
