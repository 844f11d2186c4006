import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newAuthenticator } from './authenticator.ts'
import { logInByPasskey, playerWithPasskey, signedAttempt } from './with-passkey.ts'

sqliteTest('a passkey signs in without a name, a password or a code', async (site) => {
  const steve = await playerWithPasskey(site)
  site.wait(MINUTE)

  const browser = site.browser()
  const { status, body } = await logInByPasskey(browser, steve.authenticator)

  assert.deepEqual([status, body.user.uuid], [200, steve.id])
  const sessions = await browser.send(
    'POST',
    '/auth/sessions/me',
    undefined,
    bearer(body.accessToken),
  )
  const ways = sessions.body.all.map((session: { signedInWith: string }) => session.signedInWith)
  assert.deepEqual(ways, ['passkey', 'account'])
  const { items } = (await browser.get('/passkeys', bearer(body.accessToken))).body
  assert.equal(items[0].lastUsedAt, new Date(site.now()).toISOString())
})

sqliteTest('a passkey assertion works only once', async (site) => {
  const steve = await playerWithPasskey(site)
  const signed = await signedAttempt(site.browser(), steve.authenticator)

  const first = await site.browser().post('/auth/passkey/login', signed)
  const again = await site.browser().post('/auth/passkey/login', signed)

  assert.deepEqual([first, again].map(outcome), ['200', '400 passkey.expired'])
})

siteTest(
  'only one of twenty concurrent sign-ins with one passkey assertion succeeds',
  async (site) => {
    const steve = await playerWithPasskey(site)
    const signed = await signedAttempt(site.browser(), steve.authenticator)
    const doors = [site.browser({ instance: 0 }), site.browser({ instance: 1 })]

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => {
        const door = doors[turn % 2] ?? site.browser()
        return door.post('/auth/passkey/login', signed)
      }),
    )

    assert.deepEqual(tally(replies), { '200': 1, '400 passkey.expired': 19 })
  },
  { instances: 2 },
)

sqliteTest('a passkey attempt expires after five minutes', async (site) => {
  const steve = await playerWithPasskey(site)
  const inTime = await signedAttempt(site.browser(), steve.authenticator)
  site.wait(5 * MINUTE - 1)
  const accepted = await site.browser().post('/auth/passkey/login', inTime)
  const late = await signedAttempt(site.browser(), steve.authenticator)
  site.wait(5 * MINUTE)

  const refused = await site.browser().post('/auth/passkey/login', late)

  assert.deepEqual([accepted, refused].map(outcome), ['200', '400 passkey.expired'])
})

sqliteTest(
  'a passkey assertion made for one attempt is refused in another attempt',
  async (site) => {
    const steve = await playerWithPasskey(site)
    const mine = await signedAttempt(site.browser(), steve.authenticator)
    const { attempt } = await signedAttempt(site.browser(), steve.authenticator)
    const [kid, end, nonce] = attempt.split('.')

    const swapped = await site.browser().post('/auth/passkey/login', { ...mine, attempt })
    const longer = await site
      .browser()
      .post('/auth/passkey/login', { ...mine, attempt: `${kid}.${Number(end) - 1}.${nonce}` })
    const invented = await site.browser().post('/auth/passkey/login', { ...mine, attempt: 'a.1.b' })

    assert.deepEqual([swapped, longer, invented].map(outcome), [
      '401 passkey.wrong',
      '401 passkey.wrong',
      '400 passkey.expired',
    ])
  },
)

sqliteTest('a passkey attempt cannot be used again after a wrong signature', async (site) => {
  const steve = await playerWithPasskey(site)
  const { body } = await site.browser().post('/auth/passkey/options')
  const { attempt, options } = body
  const wrong = steve.authenticator.sign(options, { strange: true })
  const right = steve.authenticator.sign(options)

  const first = await site.browser().post('/auth/passkey/login', { attempt, credential: wrong })
  const second = await site.browser().post('/auth/passkey/login', { attempt, credential: right })

  assert.deepEqual([first, second].map(outcome), ['401 passkey.wrong', '400 passkey.expired'])
})

const twists = {
  'another site': { origin: 'https://evil.example.org' },
  'another port': { origin: 'http://localhost:8081' },
  'another relying party': { host: 'example.org' },
  'a device that did not verify the user': { recognised: false },
  'a challenge that the site did not send': { challenge: 'AAAA' },
  'another player’s user handle': { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' },
  'the signature of another key': { strange: true },
  'the response type of a registration': { type: 'webauthn.create' },
} as const

for (const [what, twist] of Object.entries(twists)) {
  sqliteTest(`a passkey sign-in is refused for ${what}`, async (site) => {
    const steve = await playerWithPasskey(site)

    const reply = await logInByPasskey(site.browser(), steve.authenticator, twist)

    assert.equal(outcome(reply), '401 passkey.wrong')
  })
}

sqliteTest('a passkey assertion without a user handle is refused', async (site) => {
  const steve = await playerWithPasskey(site)
  const { attempt, credential } = await signedAttempt(site.browser(), steve.authenticator)
  const { userHandle: _, ...response } = credential.response

  const reply = await site
    .browser()
    .post('/auth/passkey/login', { attempt, credential: { ...credential, response } })

  assert.equal(outcome(reply), '401 passkey.wrong')
})

sqliteTest('an unknown passkey is refused', async (site) => {
  const unknown = newAuthenticator()

  const reply = await logInByPasskey(site.browser(), unknown, { userHandle: 'AAAA' })

  assert.equal(outcome(reply), '401 passkey.unknown')
})

siteTest('a passkey can sign in while the password is locked out', async (site) => {
  const steve = await playerWithPasskey(site)
  const guesser = site.browser()
  for (let guess = 0; guess < 10; guess += 1) await guesser.logIn('Steve', 'wrong guess')
  const paused = await guesser.logIn('Steve', PASSWORD)

  const byPasskey = await logInByPasskey(site.browser(), steve.authenticator)
  const stillPaused = await guesser.logIn('Steve', PASSWORD)

  assert.deepEqual([paused, byPasskey, stillPaused].map(outcome), [
    '429 auth.toomanyattempts',
    '200',
    '429 auth.toomanyattempts',
  ])
})
