import assert from 'node:assert/strict'
import { bearer } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { fromBase32, stepAt, totpCode } from './authenticator.ts'

sqliteTest('an authenticator app can be set up by secret, URL and QR code', async (site) => {
  const steve = await site.player('Steve')

  const { status, body } = await steve.browser.get(
    '/cabinet/2fa/generate',
    bearer(steve.accessToken),
  )

  assert.equal(status, 200)
  assert.match(body.secret, /^[A-Z2-7]{32}$/)
  const url = new URL(body.otpauth_url)
  assert.equal(
    url.protocol + url.host + decodeURIComponent(url.pathname),
    'otpauth:totp/Portal:Steve',
  )
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    secret: body.secret,
    issuer: 'Portal',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  const picture = Buffer.from(body.qr.replace('data:image/gif;base64,', ''), 'base64')
  assert.equal(picture.toString('latin1', 0, 4), 'GIF8')
})

siteTest(
  'only one of twenty concurrent requests to turn on 2FA with one code succeeds',
  async (site) => {
    const steve = await site.player('Steve')
    const headers = bearer(steve.accessToken)
    const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
    const code = totpCode(fromBase32(body.secret), stepAt(site.now()))
    const doors = [site.browser({ instance: 0 }), site.browser({ instance: 1 })]

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        doors[turn % 2]?.post('/cabinet/2fa/enable', { code }, headers),
      ),
    )

    assert.equal(replies.filter((reply) => reply?.status === 204).length, 1)
    assert.equal(replies.filter((reply) => reply?.status === 429).length, 10)
  },
  { instances: 2 },
)
