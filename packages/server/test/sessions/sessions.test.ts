import assert from 'node:assert/strict'
import { MINUTE } from '../../src/platform/clock.ts'
import { type Browser, bearer, outcome, type Reply, setCookies, tally } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { CLEARED, listOf, refresh, signIn } from './signed-in.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

sqliteTest(
  'the session list contains every session, last used first',
  async (site) => {
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
      signedInWith: 'password',
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
      signedInWith: 'password',
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
      signedInWith: 'account',
      current: false,
      createdAt: '2030-01-01T12:00:00.000Z',
      updatedAt: '2030-01-01T12:00:00.000Z',
      expiresAt: '2030-01-31T12:00:00.000Z',
    }
    assert.deepEqual([list.status, list.body], [200, { current, all: [current, curl, firefox] }])
    assert.equal(new Set(ids).size, 3)
  },
  { env: { JWT_REFRESH_EXPIRES: '30d' } },
)

sqliteTest('a device gets a readable name from its User-Agent', async (site) => {
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

sqliteTest('a long User-Agent is truncated to 256 characters', async (site) => {
  await site.player('Steve')
  const agent = `Launcher/${'5'.repeat(400)}`

  const { accessToken } = await signIn(site, { agent })

  const { body } = await listOf(site.browser(), accessToken)
  assert.deepEqual([body.current.agent, body.current.device], [agent.slice(0, 256), 'Launcher'])
})

sqliteTest(
  'an expired session is not listed and cannot be closed',
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

sqliteTest('a player closes one session and keeps the others', async (site) => {
  await site.player('Steve')
  const [phone, launcher] = [await signIn(site), await signIn(site)]

  const closing = await close(phone, launcher.id)
  const again = await close(phone, launcher.id)
  const renewed = [await refresh(site, launcher), await refresh(site, phone)]

  assert.deepEqual([closing.status, closing.text], [204, ''])
  assert.equal(outcome(again), '404 session.notfound')
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

sqliteTest('a player cannot close another player’s session', async (site) => {
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

siteTest('closing a session with an impossible ID returns 404', async (site) => {
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

siteTest('closing a session with a malformed or too long ID returns 404', async (site) => {
  await site.player('Steve')
  const steve = await signIn(site)
  const ids = ['%zz', '%E0%A4%A', '%', 'x'.repeat(5000)]

  const replies = await Promise.all(ids.map((id) => close(steve, id)))

  assert.deepEqual(
    replies.map(({ status }) => status),
    [404, 404, 404, 404],
  )
})

siteTest('closing all other sessions keeps the caller’s session', async (site) => {
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

sqliteTest('the session endpoints refuse requests with cookies alone', async (site) => {
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

type Seen = { id: string; device: string; agent: string; current: boolean }

function close(session: { browser: Browser; accessToken: string }, id: string): Promise<Reply> {
  return session.browser.delete(`/auth/sessions/${id}`, bearer(session.accessToken))
}
