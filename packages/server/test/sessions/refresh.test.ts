import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { DAY, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { auditEntries } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

sqliteTest('a refresh invalidates the token that was presented', async (site) => {
  const steve = await site.player('Steve')
  const launcher = site.browser()

  const renewed = await launcher.post('/auth/refresh', { refresh_token: steve.refreshToken })
  const replayed = await launcher.post('/auth/refresh', { refresh_token: steve.refreshToken })

  assert.equal(renewed.status, 200)
  assert.deepEqual(Object.keys(renewed.body).sort(), ['accessToken', 'refreshToken'])
  assert.notEqual(renewed.body.refreshToken, steve.refreshToken)
  assert.deepEqual([replayed.status, replayed.body.error], [401, 'auth.tokenreplaced'])
})

siteTest(
  'only one of fifty concurrent refreshes over two instances succeeds',
  async (site) => {
    const steve = await site.player('Steve')
    const browsers = [site.browser({ instance: 0 }), site.browser({ instance: 1 })]

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        browsers[turn % 2]?.post('/auth/refresh', { refresh_token: steve.refreshToken }),
      ),
    )

    const won = replies.filter((reply) => reply?.status === 200)
    const lost = replies.filter((reply) => reply?.body.error === 'auth.tokenreplaced')
    assert.deepEqual([won.length, lost.length], [1, 49])
    const next = await browsers[0]?.post('/auth/refresh', {
      refresh_token: won[0]?.body.refreshToken,
    })
    assert.equal(next?.status, 200)
  },
  { instances: 2 },
)

sqliteTest(
  'presenting a token 30 s after its replacement closes the session and notifies the player',
  async (site) => {
    const steve = await site.player('Steve')
    const thief = site.browser({ agent: 'curl/8.0', ip: '203.0.113.9' })
    const renewed = await site
      .browser()
      .post('/auth/refresh', { refresh_token: steve.refreshToken })

    site.wait(29_999)
    const early = await thief.post('/auth/refresh', { refresh_token: steve.refreshToken })
    site.wait(1)
    const late = await thief.post('/auth/refresh', { refresh_token: steve.refreshToken })
    const closed = await site
      .browser()
      .post('/auth/refresh', { refresh_token: renewed.body.refreshToken })

    assert.deepEqual([early.status, early.body.error], [401, 'auth.tokenreplaced'])
    assert.deepEqual([late.status, late.body.error], [401, 'auth.tokenreused'])
    assert.deepEqual([closed.status, closed.body.error], [401, 'auth.sessionexpired'])
    const [mail, ...more] = await site.mails()
    assert.equal(mail?.to?.[0]?.address, steve.email)
    assert.match(mail?.text ?? '', /203\.0\.113\.9/)
    assert.equal(more.length, 0)
    const who = { actor: null, target: steve.id, ip: '203.0.113.9' }
    const { sid } = decodeJwt(steve.accessToken)
    assert.deepEqual(await auditEntries(site, 'session.reused'), [
      { action: 'session.reused', ...who, before: sid, after: null },
    ])
  },
)

sqliteTest('a session expires thirty days after its last refresh', async (site) => {
  const steve = await site.player('Steve')
  const browser = site.browser()

  site.wait(30 * DAY - 1)
  const renewed = await browser.post('/auth/refresh', { refresh_token: steve.refreshToken })
  site.wait(30 * DAY)
  const expired = await browser.post('/auth/refresh', { refresh_token: renewed.body.refreshToken })

  assert.equal(renewed.status, 200)
  assert.deepEqual([expired.status, expired.body.error], [401, 'auth.sessionexpired'])
})

sqliteTest('the refresh cookie requires the CSRF header', async (site) => {
  const { browser } = await site.player('Steve')
  const before = browser.cookies.get('portal_csrf')

  const bare = await browser.refresh({ 'x-csrf-token': '' })
  const wrong = await browser.refresh({ 'x-csrf-token': 'wrong' })
  const good = await browser.refresh()

  assert.deepEqual([bare.status, bare.body.error], [403, 'auth.csrf'])
  assert.deepEqual([wrong.status, wrong.body.error], [403, 'auth.csrf'])
  assert.equal(good.status, 200)
  assert.equal(browser.cookies.get('portal_csrf'), before)
  assert.equal(browser.cookies.get('portal_refresh'), good.body.refreshToken)
})

sqliteTest('a refresh keeps the session and opens no other', async (site) => {
  const steve = await site.player('Steve')
  const renewed = await steve.browser.refresh()

  const list = await steve.browser.post(
    '/auth/sessions/me',
    undefined,
    bearer(renewed.body.accessToken),
  )

  assert.equal(list.body.all.length, 1)
  assert.equal(list.body.current.id, list.body.all[0].id)
})

sqliteTest(
  'without rotation, a refresh token stays valid and its expiry moves',
  async (site) => {
    const steve = await site.player('Steve')
    const browser = site.browser()
    const body = { refresh_token: steve.refreshToken }

    const first = await browser.post('/auth/refresh', body)
    site.wait(20 * DAY)
    const second = await browser.post('/auth/refresh', body)
    site.wait(20 * DAY)
    const third = await browser.post('/auth/refresh', body)

    assert.deepEqual([first.status, second.status, third.status], [200, 200, 200])
    assert.equal(third.body.refreshToken, steve.refreshToken)
  },
  { env: { JWT_REFRESH_ROTATION: 'off' } },
)

sqliteTest(
  'rotating the keys signs out no player',
  async (site) => {
    const steve = await site.player('Steve')

    await site.app.keys.rotate()
    const me = await steve.browser.get('/auth/me', bearer(steve.accessToken))
    const renewed = await steve.browser.refresh()
    site.wait(5 * MINUTE + 61 * SECOND)
    const jwks = await steve.browser.get('/.well-known/jwks.json')
    const again = await steve.browser.refresh()

    assert.equal(me.status, 200)
    assert.equal(renewed.status, 200)
    assert.equal(jwks.body.keys.length, 1)
    assert.equal(again.status, 200)
    assert.equal((await site.browser().logIn('Steve', PASSWORD)).status, 200)
  },
  { env: { JWT_EXPIRES: '5m' } },
)
