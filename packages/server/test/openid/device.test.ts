import assert from 'node:assert/strict'
import { DEVICE_CODE_LIMIT } from '@portal/contract'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { bearer, outcome } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { newDeviceClient, pollDevice, startDevice } from './device-client.ts'
import { newRelyingParty, userinfo } from './relying-party.ts'

type Player = {
  browser: { post(path: string, body: object, headers: Record<string, string>): Promise<Reply> }
  accessToken: string
}
type Reply = Awaited<ReturnType<typeof startDevice>>

function answer(player: Player, path: string, userCode: string): Promise<Reply> {
  return player.browser.post(`/device/${path}`, { userCode }, bearer(player.accessToken))
}

siteTest(
  'a device can sign in although its requests reach different instances',
  async (site) => {
    const client = await newDeviceClient(site)
    const steve = await site.player('Steve')
    const at = (instance: number) => ({ browser: () => site.browser({ instance }) })
    const started = await startDevice(at(0), client, 'openid profile offline_access')
    const code = started.body.user_code
    const other = { browser: site.browser({ instance: 1 }), accessToken: steve.accessToken }

    const waiting = await pollDevice(at(1), client, started.body.device_code)
    const shown = await answer(other, 'request', code.toLowerCase().replace('-', ' '))
    const accepted = await answer(other, 'accept', code)
    const tokens = await pollDevice(at(0), client, started.body.device_code)
    const player = await userinfo(at(1), tokens.body.access_token)

    assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.equal(started.body.interval, 5)
    assert.equal(started.body.expires_in, 600)
    assert.equal(started.body.verification_uri, 'http://localhost:8080/device')
    assert.deepEqual([waiting.status, waiting.body.error], [400, 'authorization_pending'])
    assert.equal(shown.status, 200, shown.text)
    assert.equal(shown.body.client.name, 'Television')
    assert.equal(shown.body.device, 'Television 1.0')
    assert.equal(shown.body.ip, '127.0.0.1')
    assert.equal(shown.body.step, 'consent')
    assert.equal(accepted.status, 200, accepted.text)
    assert.equal(tokens.status, 200, tokens.text)
    assert.ok(tokens.body.refresh_token)
    assert.equal(player.body.preferred_username, 'Steve')
  },
  { instances: 2 },
)

sqliteTest('a device that polls again within four seconds receives slow_down', async (site) => {
  const client = await newDeviceClient(site)
  const { device_code } = (await startDevice(site, client)).body

  const first = await pollDevice(site, client, device_code)
  const hasty = await pollDevice(site, client, device_code)
  site.wait(5 * SECOND)
  const patient = await pollDevice(site, client, device_code)

  assert.deepEqual(
    [first, hasty, patient].map(({ status, body }) => [status, body.error]),
    [
      [400, 'authorization_pending'],
      [400, 'slow_down'],
      [400, 'authorization_pending'],
    ],
  )
})

sqliteTest('a device code expires after ten minutes', async (site) => {
  const client = await newDeviceClient(site)
  const steve = await site.player('Steve')
  const { device_code, user_code } = (await startDevice(site, client)).body

  site.wait(10 * MINUTE)
  const late = await pollDevice(site, client, device_code)
  const { accessToken } = (await steve.browser.refresh()).body
  const entered = await answer({ ...steve, accessToken }, 'accept', user_code)

  assert.deepEqual([late.status, late.body.error], [400, 'expired_token'])
  assert.equal(outcome(entered), '404 openid.wrongcode')
})

siteTest('of concurrent answers to one user code, only one succeeds', async (site) => {
  const client = await newDeviceClient(site)
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  const { user_code } = (await startDevice(site, client)).body

  const replies = await Promise.all([
    answer(steve, 'accept', user_code),
    answer(alex, 'accept', user_code),
    answer(alex, 'decline', user_code),
  ])

  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

sqliteTest('a declined device receives access_denied, and its code is used up', async (site) => {
  const client = await newDeviceClient(site)
  const steve = await site.player('Steve')
  const { device_code, user_code } = (await startDevice(site, client)).body

  const declined = await answer(steve, 'decline', user_code)
  const again = await answer(steve, 'accept', user_code)
  const polled = await pollDevice(site, client, device_code)

  assert.equal(declined.body.client, 'Television')
  assert.equal(outcome(again), '404 openid.wrongcode')
  assert.deepEqual([polled.status, polled.body.error], [400, 'access_denied'])
})

sqliteTest('a sign-out on the site ends the tokens of a device', async (site) => {
  const client = await newDeviceClient(site)
  const steve = await site.player('Steve')
  const { device_code, user_code } = (await startDevice(site, client)).body
  await answer(steve, 'accept', user_code)
  const tokens = await pollDevice(site, client, device_code)

  await steve.browser.post('/auth/logout', undefined, {
    ...bearer(steve.accessToken),
    'x-csrf-token': steve.browser.cookies.get('portal_csrf') ?? '',
  })
  const after = await userinfo(site, tokens.body.access_token)

  assert.equal(tokens.status, 200, tokens.text)
  assert.equal(after.status, 401)
})

sqliteTest(
  'an address may enter five wrong codes a minute at all endpoints together',
  async (site) => {
    const client = await newDeviceClient(site)
    const steve = await site.player('Steve')
    const { user_code } = (await startDevice(site, client)).body
    const paths = ['request', 'accept', 'decline', 'request', 'accept']

    const wrong = []
    for (const path of paths) wrong.push(outcome(await answer(steve, path, 'BBBB-BBBB')))
    const right = await answer(steve, 'accept', user_code)
    site.wait(MINUTE)
    const later = await answer(steve, 'accept', user_code)

    assert.deepEqual(wrong, Array(5).fill('404 openid.wrongcode'))
    assert.equal(outcome(right), '429 request.toomany')
    assert.equal(later.status, 200, later.text)
  },
)

siteTest('wrong user codes from all addresses together are limited', async (site) => {
  const client = await newDeviceClient(site)
  const steve = await site.player('Steve')
  const { user_code } = (await startDevice(site, client)).body
  await site.app.db
    .insertInto('rate_limit')
    .values({
      counter: `${DEVICE_CODE_LIMIT.name}:all`,
      calls: DEVICE_CODE_LIMIT.calls,
      resets_at: site.now() + MINUTE,
    })
    .execute()

  const full = await answer(steve, 'accept', user_code)
  site.wait(MINUTE)
  const later = await answer(steve, 'accept', user_code)

  assert.equal(outcome(full), '429 request.toomany')
  assert.equal(later.status, 200, later.text)
})

sqliteTest('opening a link with a user code does not sign the device in', async (site) => {
  const client = await newDeviceClient(site, { trusted: true })
  const steve = await site.player('Steve')
  const { device_code, user_code } = (await startDevice(site, client)).body

  const page = await steve.browser.get(`/device?user_code=${user_code}`)
  const byCookie = await steve.browser.post('/device/accept', { userCode: user_code })
  const shown = await answer(steve, 'request', user_code)
  const polled = await pollDevice(site, client, device_code)

  assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
  assert.equal(byCookie.status, 401)
  assert.equal(shown.body.ip, '127.0.0.1')
  assert.equal(polled.body.error, 'authorization_pending')
})

sqliteTest(
  'a device sign-in needs a client that allows devices and a player who may use the client',
  async (site) => {
    const staff = await newDeviceClient(site, { permission: 'panel.access' })
    const forum = await newRelyingParty(site, { public: true })
    const steve = await site.player('Steve')
    const { user_code } = (await startDevice(site, staff)).body

    const refused = await startDevice(site, forum)
    const entered = await answer(steve, 'accept', user_code)

    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request'])
    assert.equal(outcome(entered), '403 openid.notallowed')
  },
)
