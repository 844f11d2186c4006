import assert from 'node:assert/strict'
import { AUTHORIZATION_LIMIT } from '../../src/openid/provider/authorization-requests.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { bearer } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { newDeviceClient, pollDevice, startDevice } from './device-client.ts'
import { authorizeUrl, exchange, follow, newRelyingParty, post } from './relying-party.ts'

sqliteTest(
  'an authorization request by POST is redirected to GET with the same parameters',
  async (site) => {
    const client = await newRelyingParty(site, { trusted: true })
    const steve = await site.player('Steve')
    const url = authorizeUrl(client, { scope: 'openid profile offline_access' })
    const form = new URL(url, 'http://localhost').searchParams

    const sent = await post(site, '/oidc/auth', Object.fromEntries(form))
    const end = await follow(steve.browser, String(sent.headers.location))
    const { body } = await exchange(site, client, end.searchParams.get('code') ?? '')

    assert.deepEqual([sent.status, sent.headers.location], [303, url])
    assert.equal(end.searchParams.get('state'), 'a-state')
    assert.ok(body.refresh_token)
  },
)

siteTest(
  'authorization requests and device code requests share a limit of 120 per minute and address',
  async (site) => {
    const client = await newRelyingParty(site)
    const device = await newDeviceClient(site)
    const [steve, alex] = ['192.0.2.1', '192.0.2.2'].map((ip) => site.browser({ ip }))
    await site.app.db
      .insertInto('rate_limit')
      .values({
        counter: `${AUTHORIZATION_LIMIT.name}:192.0.2.1`,
        calls: AUTHORIZATION_LIMIT.calls - 2,
        resets_at: site.now() + MINUTE,
      })
      .execute()
    const begin = () => steve?.get(authorizeUrl(client))
    const startAt = (browser: typeof steve) =>
      browser && startDevice({ browser: () => browser }, device)

    const inTime = [await begin(), await startAt(steve)]
    const rows = () => site.app.db.selectFrom('oidc_payload').select('id').execute()
    const before = await rows()
    const late = [await begin(), await startAt(steve)]
    const after = await rows()
    const other = await alex?.get(authorizeUrl(client))
    site.wait(MINUTE)
    const later = await begin()

    assert.deepEqual(
      inTime.map((reply) => reply?.status),
      [303, 200],
    )
    assert.deepEqual(
      late.map((reply) => reply?.status),
      [429, 429],
    )
    assert.equal(late[1]?.body.error, 'temporarily_unavailable')
    assert.equal(late[0]?.headers['retry-after'], '60')
    assert.match(String(late[0]?.headers['content-type']), /^text\/html/)
    assert.equal(after.length, before.length)
    assert.deepEqual([other?.status, later?.status], [303, 303])
  },
)

sqliteTest('a client that only signs devices in needs no redirect address', async (site) => {
  const client = await newDeviceClient(site, { redirectUris: [] })
  const steve = await site.player('Steve')
  const { device_code, user_code } = (await startDevice(site, client)).body

  await steve.browser.post('/device/accept', { userCode: user_code }, bearer(steve.accessToken))
  const tokens = await pollDevice(site, client, device_code)
  const opened = await steve.browser.get(authorizeUrl(client))

  assert.equal(tokens.status, 200, tokens.text)
  assert.deepEqual([opened.status, opened.headers.location], [400, undefined])
  await assert.rejects(newRelyingParty(site, { redirectUris: [] }), /request\.invalid/)
})
