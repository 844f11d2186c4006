import assert from 'node:assert/strict'
import { MINUTE } from '../src/platform/clock.ts'
import { type Browser, bearer, outcome, type Reply, setCookies, tally } from './browser.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

siteTest('the list shows every session, the one last used first', async (site) => {
  const steve = await site.player('Steve')
  site.wait(MINUTE)
  const launcher = await signIn(site, { agent: 'Launcher/5.6', ip: '198.51.100.7' })
  site.wait(MINUTE)
  await signIn(site, { agent: 'curl/8.0', ip: '2001:db8::7' })
  site.wait(MINUTE)
  const renewed = await site
    .browser({ agent: 'Launcher/5.7', ip: '198.51.100.8' })
    .post('/auth/refresh', { refresh_token: launcher.refreshToken })

  const list = await listOf(steve.browser, renewed.body.accessToken)

  const ids = list.body.all.map(({ id }: { id: string }) => id)
  const current = {
    id: ids[0],
    device: 'Launcher',
    agent: 'Launcher/5.7',
    ip: '198.51.100.8',
    current: true,
    createdAt: '2030-01-01T12:01:00.000Z',
    updatedAt: '2030-01-01T12:03:00.000Z',
    expiresAt: '2030-01-31T12:03:00.000Z',
  }
  const curl = {
    id: ids[1],
    device: 'curl',
    agent: 'curl/8.0',
    ip: '2001:db8::7',
    current: false,
    createdAt: '2030-01-01T12:02:00.000Z',
    updatedAt: '2030-01-01T12:02:00.000Z',
    expiresAt: '2030-01-31T12:02:00.000Z',
  }
  const firefox = {
    id: ids[2],
    device: 'Firefox on Linux',
    agent: FIREFOX,
    ip: '127.0.0.1',
    current: false,
    createdAt: '2030-01-01T12:00:00.000Z',
    updatedAt: '2030-01-01T12:00:00.000Z',
    expiresAt: '2030-01-31T12:00:00.000Z',
  }
  assert.deepEqual([list.status, list.body], [200, { current, all: [current, curl, firefox] }])
  assert.equal(new Set(ids).size, 3)
})

siteTest('a device has a name that a person understands', async (site) => {
  await site.player('Steve')
  const names = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36':
      'Chrome on Windows',
    [FIREFOX]: 'Firefox on Linux',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
      'Safari on iOS',
    'Launcher/5.6.7': 'Launcher',
    'GravitLauncher/5.6 (Java 21)': 'GravitLauncher',
    'My Launcher': 'My Launcher',
    '': 'Unknown device',
    '/// <script>': 'Unknown device',
  }

  const replies = await Promise.all(
    Object.keys(names).map((agent) => site.browser({ agent }).logIn('Steve', PASSWORD)),
  )

  const list = await listOf(site.browser(), replies[0]?.body.accessToken)
  const seen = list.body.all.map(({ agent, device }: Seen) => [agent, device])
  assert.deepEqual(Object.fromEntries(seen), names)
})

siteTest('of a long User-Agent 256 characters are kept', async (site) => {
  await site.player('Steve')
  const agent = `Launcher/${'5'.repeat(400)}`

  const { accessToken } = await signIn(site, { agent })

  const { body } = await listOf(site.browser(), accessToken)
  assert.deepEqual([body.current.agent, body.current.device], [agent.slice(0, 256), 'Launcher'])
})

siteTest(
  'a session that is over is not shown and cannot be closed',
  async (site) => {
    const steve = await site.player('Steve')
    const [old] = (await listOf(steve.browser, steve.accessToken)).body.all
    site.wait(MINUTE - 1)
    const late = await signIn(site)

    const before = await listOf(site.browser(), late.accessToken)
    site.wait(1)
    const after = await listOf(site.browser(), late.accessToken)
    const closing = await close(late, old.id)

    assert.deepEqual([before.body.all.length, after.body.all.length], [2, 1])
    assert.equal(outcome(closing), '404 session.notfound')
  },
  { env: { JWT_REFRESH_EXPIRES: '1m' } },
)

siteTest('a player closes one session and keeps the others', async (site) => {
  await site.player('Steve')
  const [phone, launcher] = [await signIn(site), await signIn(site)]

  const closing = await close(phone, launcher.id)
  const again = await close(phone, launcher.id)
  const renewed = [await refresh(site, launcher), await refresh(site, phone)]

  assert.deepEqual([closing.status, closing.text], [204, ''])
  assert.equal(outcome(again), '404 session.notfound')
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

siteTest('nobody closes the session of another player', async (site) => {
  const steve = await site.player('Steve')
  await site.player('Alex')
  const [target] = (await listOf(steve.browser, steve.accessToken)).body.all
  const alex = await signIn(site, {}, 'Alex')

  const closing = await close(alex, target.id)
  const list = await listOf(steve.browser, steve.accessToken)

  assert.deepEqual(
    [closing.status, closing.body],
    [404, { error: 'session.notfound', message: 'There is no such session.' }],
  )
  assert.deepEqual(
    list.body.all.map(({ id }: Seen) => id),
    [target.id],
  )
})

siteTest('an id that no session can have is a session that does not exist', async (site) => {
  await site.player('Steve')
  const steve = await signIn(site)
  const ids = [
    'unknown',
    'AAAAAAAAAAAAAAAAAAAAAA',
    `${steve.id}%00`,
    '%00',
    '%0A',
    'a%2Fb',
    "'%20or%201=1--",
    '%F0%9F%A6%8A',
    'x'.repeat(600),
    steve.refreshToken,
  ]

  const replies = await Promise.all(ids.map((id) => close(steve, id)))

  assert.deepEqual(tally(replies), { '404 session.notfound': ids.length })
})

siteTest('an id that is no text, or too long for any id, does not exist either', async (site) => {
  await site.player('Steve')
  const steve = await signIn(site)
  const ids = ['%zz', '%E0%A4%A', '%', 'x'.repeat(5000)]

  const replies = await Promise.all(ids.map((id) => close(steve, id)))

  assert.deepEqual(
    replies.map(({ status }) => status),
    [404, 404, 404, 404],
  )
})

siteTest('closing the other sessions leaves the one that asks', async (site) => {
  await site.player('Steve')
  const alex = await site.player('Alex')
  const [phone, launcher, page] = [await signIn(site), await signIn(site), await signIn(site)]

  const closing = await page.browser.delete('/auth/sessions_other', bearer(launcher.accessToken))

  assert.deepEqual([closing.status, closing.text, setCookies(closing)], [204, '', {}])
  const list = await listOf(site.browser(), launcher.accessToken)
  assert.deepEqual(
    list.body.all.map(({ id, current }: Seen) => [id, current]),
    [[launcher.id, true]],
  )
  const renewed = [phone, page, launcher, alex].map((session) => refresh(site, session))
  assert.deepEqual((await Promise.all(renewed)).map(outcome), [
    '401 auth.sessionexpired',
    '401 auth.sessionexpired',
    '200',
    '200',
  ])
})

siteTest('closing all sessions signs the player out everywhere', async (site) => {
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const launcher = await signIn(site)
  const device = steve.browser.cookies.get('portal_device')

  const closing = await steve.browser.delete('/auth/sessions_all', bearer(steve.accessToken))

  assert.deepEqual([closing.status, closing.text], [204, ''])
  assert.deepEqual(setCookies(closing), CLEARED)
  assert.deepEqual(Object.fromEntries(steve.browser.cookies), { portal_device: device })
  const list = await listOf(site.browser(), launcher.accessToken)
  assert.deepEqual(list.body, { current: null, all: [] })
  const renewed = [steve, launcher, alex].map((session) => refresh(site, session))
  assert.deepEqual((await Promise.all(renewed)).map(outcome), [
    '401 auth.sessionexpired',
    '401 auth.sessionexpired',
    '200',
  ])
})

siteTest('sessions are nobody’s business but their player’s', async (site) => {
  const steve = await site.player('Steve')
  const cookiesOnly = steve.browser

  const replies = [
    await cookiesOnly.post('/auth/sessions/me'),
    await cookiesOnly.delete('/auth/sessions/AAAAAAAAAAAAAAAAAAAAAA'),
    await cookiesOnly.delete('/auth/sessions/%00'),
    await cookiesOnly.delete('/auth/sessions_other'),
    await cookiesOnly.delete('/auth/sessions_all'),
  ]

  assert.deepEqual(tally(replies), { '401 auth.unauthorized': 5 })
  assert.equal((await refresh(site, steve)).status, 200)
})

siteTest('a launcher signs out with the token it holds', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await signIn(site)

  const reply = await site.browser().post('/auth/logout', { refresh_token: launcher.refreshToken })

  assert.deepEqual([reply.status, reply.text, setCookies(reply)], [204, '', CLEARED])
  const renewed = [await refresh(site, launcher), await refresh(site, steve)]
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

siteTest('a page signs out by its cookies and loses them', async (site) => {
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
})

siteTest('a CSRF value of another session or of nobody opens nothing', async (site) => {
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

siteTest('a good CSRF header counts only beside the cookie of the same value', async (site) => {
  const steve = await site.player('Steve')
  const thief = await site.player('Thief')
  const own = steve.browser.cookies.get('portal_csrf')

  steve.browser.cookies.set('portal_csrf', thief.browser.cookies.get('portal_csrf') ?? '')
  const unequal = await steve.browser.post('/auth/refresh', undefined, csrf(own))
  steve.browser.cookies.delete('portal_csrf')
  const alone = await steve.browser.post('/auth/refresh', undefined, csrf(own))

  assert.deepEqual([unequal, alone].map(outcome), ['403 auth.csrf', '403 auth.csrf'])
})

siteTest('a token that was replaced still signs its session out', async (site) => {
  const steve = await site.player('Steve')
  const renewed = await refresh(site, steve)

  const reply = await site.browser().post('/auth/logout', { refresh_token: steve.refreshToken })
  const closed = await refresh(site, renewed.body)

  assert.equal(reply.status, 204)
  assert.equal(outcome(closed), '401 auth.sessionexpired')
})

siteTest('signing out twice, or with nothing at all, is no mistake', async (site) => {
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

siteTest('with nothing but an access token its own session is signed out', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await signIn(site)

  const reply = await site.browser().post('/auth/logout', undefined, bearer(launcher.accessToken))
  const renewed = [await refresh(site, launcher), await refresh(site, steve)]

  assert.deepEqual([reply.status, reply.text, setCookies(reply)], [204, '', CLEARED])
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

siteTest('an access token that is over signs nobody out', async (site) => {
  const steve = await site.player('Steve')
  site.wait(5 * MINUTE)

  const reply = await site.browser().post('/auth/logout', undefined, bearer(steve.accessToken))
  const renewed = await refresh(site, steve)

  assert.deepEqual([reply, renewed].map(outcome), ['204', '200'])
})

siteTest('the refresh token says which session ends, not the access token', async (site) => {
  await site.player('Steve')
  const [phone, launcher] = [await signIn(site), await signIn(site)]

  const reply = await site
    .browser()
    .post('/auth/logout', { refresh_token: launcher.refreshToken }, bearer(phone.accessToken))
  const renewed = [await refresh(site, launcher), await refresh(site, phone)]

  assert.equal(reply.status, 204)
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

siteTest('an access token outlives its session until its own end', async (site) => {
  const steve = await site.player('Steve')
  await site.browser().post('/auth/logout', { refresh_token: steve.refreshToken })

  site.wait(5 * MINUTE - 1)
  const me = await site.browser().get('/auth/me', bearer(steve.accessToken))
  const list = await listOf(site.browser(), steve.accessToken)
  site.wait(1)
  const over = await site.browser().get('/auth/me', bearer(steve.accessToken))

  assert.deepEqual([me.status, me.body.user.username], [200, 'Steve'])
  assert.deepEqual([list.status, list.body], [200, { current: null, all: [] }])
  assert.equal(outcome(over), '401 auth.unauthorized')
})

siteTest('another site cannot speak by the player’s cookies', async (site) => {
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

siteTest('beside the refresh cookie the body is not even read', async (site) => {
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

siteTest('a sign-out beside the refresh cookie ends the session of the cookie', async (site) => {
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

type Seen = { id: string; device: string; agent: string; current: boolean }

const CLEARED = {
  portal_refresh: { value: '', attributes: ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'] },
  portal_csrf: { value: '', attributes: ['Max-Age=0', 'Path=/', 'SameSite=Lax'] },
}

/** Signs in on one more device. */
async function signIn(
  site: Site,
  settings: { agent?: string; ip?: string } = {},
  username = 'Steve',
) {
  const browser = site.browser(settings)
  const { body } = await browser.logIn(username, PASSWORD)
  const list = await listOf(browser, body.accessToken)
  return {
    browser,
    id: String(list.body.current.id),
    accessToken: String(body.accessToken),
    refreshToken: String(body.refreshToken),
  }
}

function listOf(browser: Browser, accessToken: string): Promise<Reply> {
  return browser.post('/auth/sessions/me', undefined, bearer(accessToken))
}

function close(session: { browser: Browser; accessToken: string }, id: string): Promise<Reply> {
  return session.browser.delete(`/auth/sessions/${id}`, bearer(session.accessToken))
}

/** Refreshes as a launcher does, which shows whether the session lives. */
function refresh(site: Site, { refreshToken }: { refreshToken: string }): Promise<Reply> {
  return site.browser().post('/auth/refresh', { refresh_token: refreshToken })
}

function csrf(value = ''): Record<string, string> {
  return { 'x-csrf-token': value }
}
