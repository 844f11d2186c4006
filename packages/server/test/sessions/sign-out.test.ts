import assert from 'node:assert/strict'
import { MINUTE } from '../../src/platform/clock.ts'
import { bearer, outcome, setCookies } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { CLEARED, listOf, refresh, signIn } from './signed-in.ts'

sqliteTest('a launcher signs out with its refresh token', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await signIn(site)

  const reply = await site.browser().post('/auth/logout', { refresh_token: launcher.refreshToken })

  assert.deepEqual([reply.status, reply.text, setCookies(reply)], [204, '', CLEARED])
  const renewed = [await refresh(site, launcher), await refresh(site, steve)]
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

sqliteTest('a replaced refresh token can still sign out its session', async (site) => {
  const steve = await site.player('Steve')
  const renewed = await refresh(site, steve)

  const reply = await site.browser().post('/auth/logout', { refresh_token: steve.refreshToken })
  const closed = await refresh(site, renewed.body)

  assert.equal(reply.status, 204)
  assert.equal(outcome(closed), '401 auth.sessionexpired')
})

sqliteTest('a sign-out with only an access token ends the session of that token', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await signIn(site)

  const reply = await site.browser().post('/auth/logout', undefined, bearer(launcher.accessToken))
  const renewed = [await refresh(site, launcher), await refresh(site, steve)]

  assert.deepEqual([reply.status, reply.text, setCookies(reply)], [204, '', CLEARED])
  assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
})

sqliteTest(
  'a sign-out with an expired access token leaves the session open',
  async (site) => {
    const steve = await site.player('Steve')
    site.wait(5 * MINUTE)

    const reply = await site.browser().post('/auth/logout', undefined, bearer(steve.accessToken))
    const renewed = await refresh(site, steve)

    assert.deepEqual([reply, renewed].map(outcome), ['204', '200'])
  },
  { env: { JWT_EXPIRES: '5m' } },
)

sqliteTest(
  'a sign-out ends the session of the refresh token, not of the access token',
  async (site) => {
    await site.player('Steve')
    const [phone, launcher] = [await signIn(site), await signIn(site)]

    const reply = await site
      .browser()
      .post('/auth/logout', { refresh_token: launcher.refreshToken }, bearer(phone.accessToken))
    const renewed = [await refresh(site, launcher), await refresh(site, phone)]

    assert.equal(reply.status, 204)
    assert.deepEqual(renewed.map(outcome), ['401 auth.sessionexpired', '200'])
  },
)

sqliteTest(
  'an access token of a closed session can still read until it expires',
  async (site) => {
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
  },
  { env: { JWT_EXPIRES: '5m' } },
)
