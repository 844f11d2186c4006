import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { OWNER } from '../account/registration/registration.ts'
import { outcome, type Reply, setCookies, tally } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { CLEARED, refresh, signIn } from './signed-in.ts'

sqliteTest(
  'signing out by cookies requires the CSRF header and clears the cookies',
  async (site) => {
    const steve = await site.player('Steve')
    const { portal_device, portal_csrf } = Object.fromEntries(steve.browser.cookies)

    const bare = await steve.browser.post('/auth/logout')
    const wrong = await steve.browser.post('/auth/logout', undefined, { 'x-csrf-token': 'wrong' })
    const alive = await steve.browser.refresh()
    const reply = await steve.browser.post('/auth/logout', undefined, csrf(portal_csrf))

    assert.deepEqual([bare, wrong, alive].map(outcome), ['403 auth.csrf', '403 auth.csrf', '200'])
    assert.deepEqual([reply.status, reply.text, setCookies(reply)], [204, '', CLEARED])
    assert.deepEqual(Object.fromEntries(steve.browser.cookies), { portal_device })
    const renewed = await site.browser().post('/auth/refresh', {
      refresh_token: alive.body.refreshToken,
    })
    assert.equal(outcome(renewed), '401 auth.sessionexpired')
  },
)

sqliteTest('a sign-out with the CSRF value of another session is refused', async (site) => {
  const steve = await site.player('Steve')
  const thief = await site.player('Thief')
  const own = steve.browser.cookies.get('portal_csrf') ?? ''
  const [kid, nonce] = own.split('.')
  const planted = [thief.browser.cookies.get('portal_csrf') ?? '', `${kid}.${nonce}.`, 'x', '..']

  const replies: Reply[] = []
  for (const value of planted) {
    steve.browser.cookies.set('portal_csrf', value)
    replies.push(await steve.browser.refresh())
    replies.push(await steve.browser.post('/auth/logout', undefined, csrf(value)))
  }
  steve.browser.cookies.set('portal_csrf', own)
  const good = await steve.browser.refresh()

  assert.deepEqual(tally(replies), { '403 auth.csrf': 8 })
  assert.equal(good.status, 200)
})

sqliteTest('a sign-out with a CSRF header but without its cookie is refused', async (site) => {
  const steve = await site.player('Steve')
  const thief = await site.player('Thief')
  const own = steve.browser.cookies.get('portal_csrf')

  steve.browser.cookies.set('portal_csrf', thief.browser.cookies.get('portal_csrf') ?? '')
  const unequal = await steve.browser.post('/auth/refresh', undefined, csrf(own))
  steve.browser.cookies.delete('portal_csrf')
  const alone = await steve.browser.post('/auth/refresh', undefined, csrf(own))

  assert.deepEqual([unequal, alone].map(outcome), ['403 auth.csrf', '403 auth.csrf'])
})

siteTest('signing out twice or without a session is not an error', async (site) => {
  const steve = await site.player('Steve')
  const body = { refresh_token: steve.refreshToken }
  const csrfValue = steve.browser.cookies.get('portal_csrf')

  const replies = [
    await site.browser().post('/auth/logout', body),
    await site.browser().post('/auth/logout', body),
    await steve.browser.post('/auth/logout', undefined, csrf(csrfValue)),
    await site.browser().post('/auth/logout', { refresh_token: 'never-was-one' }),
    await site.browser().post('/auth/logout', {}),
    await site.browser().post('/auth/logout'),
  ]

  assert.deepEqual(tally(replies), { 204: 6 })
  assert.deepEqual(replies.map(setCookies), Array(6).fill(CLEARED))
})

sqliteTest('a cross-site request cannot use the player’s cookies', async (site) => {
  const { browser } = await site.player('Steve')
  const header = csrf(browser.cookies.get('portal_csrf'))
  const crossSite = { ...header, 'sec-fetch-site': 'cross-site' }

  const refused = [
    await browser.post('/auth/refresh', undefined, crossSite),
    await browser.post('/auth/logout', undefined, crossSite),
  ]
  const own: Reply[] = []
  for (const place of ['same-origin', 'same-site', 'none']) {
    own.push(await browser.refresh({ 'sec-fetch-site': place }))
  }

  assert.deepEqual(
    refused.map(({ status, body }) => [status, body]),
    Array(2).fill([
      403,
      { error: 'auth.crosssite', message: 'This request came from another site.' },
    ]),
  )
  assert.deepEqual(tally(own), { 200: 3 })
})

sqliteTest('a refresh by cookie ignores the request body', async (site) => {
  const steve = await site.player('Steve')
  const other = await signIn(site)
  const bodies: [body: object | string, type: string][] = [
    [{ refresh_token: other.refreshToken }, 'application/json'],
    [{ refresh_token: 5 }, 'application/json'],
    ['{"refresh_token":', 'application/json'],
    ['not json', 'text/plain'],
    ['<x/>', 'application/xml'],
  ]

  const replies: Reply[] = []
  for (const [body, type] of bodies) {
    const header = csrf(steve.browser.cookies.get('portal_csrf'))
    replies.push(
      await steve.browser.post('/auth/refresh', body, { ...header, 'content-type': type }),
    )
  }
  const untouched = await refresh(site, other)

  assert.deepEqual(tally(replies), { 200: 5 })
  assert.equal(steve.browser.cookies.get('portal_refresh'), replies.at(-1)?.body.refreshToken)
  assert.equal(untouched.status, 200)
})

sqliteTest('a sign-out by cookie ends the session of the cookie, not of the body', async (site) => {
  const steve = await site.player('Steve')
  const other = await signIn(site)
  const header = csrf(steve.browser.cookies.get('portal_csrf'))

  const reply = await steve.browser.post(
    '/auth/logout',
    { refresh_token: other.refreshToken },
    header,
  )
  const renewed = [await refresh(site, steve), await refresh(site, other)]

  assert.equal(reply.status, 204)
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

function csrf(value = ''): Record<string, string> {
  return { 'x-csrf-token': value }
}

sqliteTest('a GET request by cookies alone is refused and changes nothing', async (site) => {
  await changeSetting(site.app, OWNER, { name: 'emailConfirmation', text: 'on' })
  const { browser } = await site.player('Steve')
  const before = (await site.mails()).length

  const replies: Reply[] = []
  for (const path of ['/auth/resend', '/cabinet/2fa/generate'])
    replies.push(await browser.get(path))

  assert.deepEqual(tally(replies), { '401 auth.unauthorized': 2 })
  assert.equal((await site.mails()).length, before)
})
