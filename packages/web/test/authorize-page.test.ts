import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { NewClient } from '@portal/contract'
import type { Page } from 'playwright-core'
import {
  authorize,
  authorizeUrl,
  exchange,
  newRelyingParty,
  REDIRECT_URI,
  type RelyingParty,
} from '../../server/test/openid/relying-party.ts'
import { pageTest } from './page-test.ts'
import { answer, type BrowserSite, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

/** Starts a server that stands for an application. */
function startForum(): Server & Disposable {
  const server = createServer((_, response) => response.end('The forum')).listen(0, '127.0.0.1')
  return Object.assign(server, { [Symbol.dispose]: () => void server.close() })
}

function newForum({ site }: BrowserSite, details: Partial<NewClient>): Promise<RelyingParty> {
  const redirectUris = ['http://127.0.0.1/callback', REDIRECT_URI] // of any port
  return newRelyingParty(site, { name: 'Forum', redirectUris, ...details })
}

/** Returns the address at which the application sends a player to the site. */
function urlOf(client: RelyingParty, forum: Server, query: Record<string, string> = {}): string {
  const address = forum.address()
  if (typeof address !== 'object') throw new Error('the forum does not listen')
  const redirect_uri = `http://127.0.0.1:${address?.port}/callback`
  return authorizeUrl(client, { redirect_uri, ...query })
}

/** Opens a browser, in which a player is signed in if a name is given. */
async function open(given: BrowserSite, player = ''): Promise<Page> {
  given.excuse(/asked http:\/\/127\.0\.0\.1/)
  const { page } = await given.visitor()
  if (player) await signInWithoutForm(page, player)
  return page
}

async function callbackOf(page: Page): Promise<URLSearchParams> {
  await page.getByText('The forum').waitFor()
  return new URL(page.url()).searchParams
}

const isAsked = (page: Page) => page.getByRole('button', { name: 'Allow and continue' })

pageTest('a player who has agreed once reaches the application directly', async (given) => {
  using forum = startForum()
  const client = await newForum(given, {})
  await given.site.player('Steve')
  const page = await open(given)

  await page.goto(urlOf(client, forum, { scope: 'openid email' }))
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign in to Forum?' }).waitFor()
  await page.getByText('You are signed in as Steve.').waitFor()
  const listed = await page.locator('main li').allTextContents()
  await isAsked(page).click()
  const first = await callbackOf(page)
  await page.goto(urlOf(client, forum, { scope: 'openid email', state: 'again' }))
  const second = await callbackOf(page)

  assert.deepEqual(listed, ['see which account is yours', 'see your e-mail address'])
  assert.deepEqual([first.get('state'), second.get('state')], ['a-state', 'again'])
  assert.ok(first.get('code') && second.get('code'))
})

pageTest('declining returns to the application without a code', async (given) => {
  using forum = startForum()
  const client = await newForum(given, {})
  await given.site.player('Steve')
  const page = await open(given, 'Steve')

  await page.goto(urlOf(client, forum))
  await page.getByRole('button', { name: 'Decline' }).click()
  const callback = await callbackOf(page)

  assert.deepEqual([callback.get('error'), callback.get('code')], ['access_denied', null])
})

pageTest(
  'a player without the permission of an application sees the refusal and can return',
  async (given) => {
    using forum = startForum()
    const client = await newForum(given, { name: 'Staff wiki', permission: 'wiki.read' })
    await given.site.player('Steve')
    const page = await open(given, 'Steve')

    await page.goto(urlOf(client, forum))
    await page.getByText('Your account may not sign in to Staff wiki.').waitFor()
    const buttons = await isAsked(page).count()
    await page.getByRole('button', { name: 'Return' }).click()
    const callback = await callbackOf(page)

    assert.deepEqual([buttons, callback.get('error')], [0, 'access_denied'])
  },
)

pageTest(
  'an authorization request that another browser began is shown as expired',
  async (given) => {
    using forum = startForum()
    const client = await newForum(given, {})
    await given.site.player('Steve')
    const page = await open(given, 'Steve')
    const other = await open(given, 'Steve')

    await page.goto(urlOf(client, forum))
    await isAsked(page).waitFor()
    await other.goto(page.url())
    await other.getByRole('heading', { name: 'The sign-in request has expired' }).waitFor()

    assert.equal(await isAsked(other).count(), 0)
  },
)

/** A player who has signed in to two applications, one of them trusted. */
async function connectedSteve({ site }: BrowserSite): Promise<RelyingParty> {
  const steve = await site.player('Steve')
  const clients = [
    await newRelyingParty(site, { name: 'Wiki', trusted: true }),
    await newRelyingParty(site, { name: 'Forum' }),
  ] as const
  for (const client of clients) {
    const code = (await authorize(steve, client)).get('code') ?? ''
    await exchange(site, client, code)
  }
  return clients[1]
}

pageTest('a disconnected application leaves the list and needs consent again', async (given) => {
  const forum = await connectedSteve(given)
  const page = await open(given, 'Steve')
  const apps = page.getByRole('listitem').filter({ hasText: 'Disconnect' })

  await page.goto('/account/apps')
  await apps.nth(1).waitFor()
  const trusted = await apps.filter({ hasText: 'Wiki' }).textContent()
  const asked = apps.filter({ hasText: 'Forum' })
  const text = await asked.textContent()
  await asked.getByRole('button', { name: 'Disconnect' }).click()
  await answer(page, 'Disconnect')
  await page.getByText('Forum is disconnected.').waitFor()
  await asked.waitFor({ state: 'detached' })
  const left = await apps.count()
  await page.goto(authorizeUrl(forum))
  await isAsked(page).waitFor()

  assert.match(trusted ?? '', /part of this project/)
  assert.match(
    text ?? '',
    /It can see which account is yours, see your name, avatar and language\./,
  )
  assert.equal(left, 1)
})
