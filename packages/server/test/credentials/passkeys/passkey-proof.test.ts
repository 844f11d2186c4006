import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newAuthenticator } from './authenticator.ts'
import { playerWithPasskey, signedAttempt } from './with-passkey.ts'

const LONG = { env: { JWT_EXPIRES: '1h' } }

siteTest(
  'adding and removing a passkey require re-authentication',
  async (site) => {
    const steve = await playerWithPasskey(site)
    const { browser } = steve
    const headers = bearer(steve.accessToken)
    site.wait(10 * MINUTE)
    const path = `/passkeys/${steve.passkey.id}`

    const added = await browser.post('/passkeys/options', undefined, headers)
    const removed = await browser.delete(path, headers)
    const passkey = await signedAttempt(browser, steve.authenticator)
    const proved = await browser.post('/auth/prove', { passkey }, headers)
    const again = await browser.post('/auth/prove', { passkey }, headers)
    const then = await browser.delete(path, headers)

    assert.deepEqual([added, removed, proved, again, then].map(outcome), [
      '403 auth.proofrequired',
      '403 auth.proofrequired',
      '204',
      '400 passkey.expired',
      '204',
    ])
    assert.deepEqual(removed.body.proofs, [['password'], ['passkey']])
  },
  LONG,
)

sqliteTest(
  'another player’s passkey does not re-authenticate a session',
  async (site) => {
    const steve = await playerWithPasskey(site)
    const alex = await playerWithPasskey(site, 'Alex')
    const headers = bearer(steve.accessToken)
    site.wait(10 * MINUTE)
    const tries = [
      await signedAttempt(alex.browser, alex.authenticator),
      await signedAttempt(steve.browser, steve.authenticator, { strange: true }),
      await signedAttempt(steve.browser, newAuthenticator(), { userHandle: 'AAAA' }),
    ]

    const replies = []
    for (const passkey of tries) {
      replies.push(await steve.browser.post('/auth/prove', { passkey }, headers))
    }
    const still = await steve.browser.delete(`/passkeys/${steve.passkey.id}`, headers)
    const byPassword = await steve.browser.post('/auth/prove', { password: PASSWORD }, headers)

    assert.deepEqual([...replies, still, byPassword].map(outcome), [
      '400 passkey.wrong',
      '400 passkey.wrong',
      '400 passkey.unknown',
      '403 auth.proofrequired',
      '204',
    ])
  },
  LONG,
)
