import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { auditEntries } from '../../support/administrator.ts'
import { bearer, outcome, setCookies, tally } from '../../support/browser.ts'
import { PASSWORD } from '../../support/site.ts'
import { openIssuer } from './issuer.ts'
import { outsideTest, sqliteOutsideTest } from './outside.ts'
import {
  answerIn,
  goToSignIn,
  logInByIdentity,
  ownerWithProvider,
  playerWithIdentity,
} from './with-identity.ts'

sqliteOutsideTest(
  'the session list shows that a player signed in with a linked account',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await playerWithIdentity(site, issuer)
    site.wait(MINUTE)

    const browser = site.browser()
    const { status, body } = await logInByIdentity(browser, issuer, 'steve')

    assert.deepEqual([status, body.ticket, body.next], [200, null, null])
    assert.equal(body.signedIn.user.uuid, steve.id)
    const headers = bearer(body.signedIn.accessToken)
    const sessions = await browser.send('POST', '/auth/sessions/me', undefined, headers)
    const ways = sessions.body.all.map((session: { signedInWith: string }) => session.signedInWith)
    assert.deepEqual(ways, ['identity', 'account'])
    const [own] = (await browser.get('/identities', headers)).body.items
    assert.equal(own.linked.lastUsedAt, new Date(site.now()).toISOString())
  },
)

sqliteOutsideTest(
  'a sign-in with an account that is not linked creates no player',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const players = () => site.app.db.selectFrom('player').select('id').execute()
    const before = await players()

    const reply = await logInByIdentity(site.browser(), issuer, 'unlinked')

    assert.equal(outcome(reply), '403 identity.notlinked')
    assert.equal((await players()).length, before.length)
    const [missed] = await auditEntries(site, 'login.missed')
    assert.equal(missed?.target, null)
  },
)

sqliteOutsideTest(
  'a provider response signs in only the browser that began the request',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const [mine, other] = [site.browser(), site.browser()]
    const back = await goToSignIn(mine, issuer, 'steve')
    await goToSignIn(other, issuer, 'mallory')

    const without = await site.browser().post('/auth/identity/forum/login', answerIn(back))
    const elsewhere = await other.post('/auth/identity/forum/login', answerIn(back))
    const here = await mine.post('/auth/identity/forum/login', answerIn(back))

    assert.deepEqual([without, elsewhere, here].map(outcome), [
      '400 identity.expired',
      '400 identity.expired',
      '200',
    ])
  },
)

sqliteOutsideTest('a provider response with a wrong state is refused', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  await playerWithIdentity(site, issuer)

  const outcomes: string[] = []
  for (const state of ['login_made-up', '', undefined]) {
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve')
    if (state === undefined) back.searchParams.delete('state')
    else back.searchParams.set('state', state)
    outcomes.push(outcome(await browser.post('/auth/identity/forum/login', answerIn(back))))
  }

  assert.deepEqual(outcomes, Array(3).fill('400 identity.expired'))
})

sqliteOutsideTest('a provider response can be used only once', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  await playerWithIdentity(site, issuer)
  const browser = site.browser()
  const back = await goToSignIn(browser, issuer, 'steve')
  const kept = browser.cookies.get('portal_identity') ?? ''
  const post = () => browser.post('/auth/identity/forum/login', answerIn(back))

  const first = await post()
  const cleared = browser.cookies.has('portal_identity')
  browser.cookies.set('portal_identity', kept)
  const again = await post()

  assert.deepEqual([first, again].map(outcome), ['200', '400 identity.expired'])
  assert.equal(cleared, false)
})

outsideTest(
  'twenty concurrent uses of a provider response call the provider and sign in once',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const mine = site.browser()
    const back = await goToSignIn(mine, issuer, 'steve')
    const kept = mine.cookies.get('portal_identity') ?? ''
    const exchanges = () => outside.asked.filter((one) => one.endsWith('/token')).length
    const before = exchanges()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => {
        const door = site.browser({ instance: turn % 2 })
        door.cookies.set('portal_identity', kept)
        return door.post('/auth/identity/forum/login', answerIn(back))
      }),
    )

    assert.deepEqual(tally(replies), { '200': 1, '400 identity.expired': 19 })
    assert.equal(exchanges() - before, 1)
  },
  { instances: 2 },
)

sqliteOutsideTest(
  'a sign-in request at a provider expires after ten minutes',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const signInAfter = async (away: number) => {
      const browser = site.browser()
      const back = await goToSignIn(browser, issuer, 'steve')
      site.wait(away)
      return outcome(await browser.post('/auth/identity/forum/login', answerIn(back)))
    }

    const outcomes = [await signInAfter(10 * MINUTE - 1), await signInAfter(10 * MINUTE)]

    assert.deepEqual(outcomes, ['200', '400 identity.expired'])
  },
)

sqliteOutsideTest(
  'the cookie of a provider sign-in is host-only and inaccessible to scripts',
  async (site, outside) => {
    await using _issuer = await openIssuer(outside)
    await ownerWithProvider(site)

    const reply = await site.browser().post('/auth/identity/forum/options')

    const { portal_identity: cookie } = setCookies(reply)
    assert.deepEqual(cookie?.attributes, ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax'])
    assert.doesNotMatch(cookie.value, /login_/)
    const url = new URL(reply.body.url)
    assert.equal(url.searchParams.get('redirect_uri'), 'http://localhost:8080/linked/forum')
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.match(url.searchParams.get(name) ?? '', /^[\w-]{43,49}$/, name)
    }
  },
)

sqliteOutsideTest(
  'a sign-in that would redirect to another site is refused',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const strange = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/\t/evil',
      'a',
      '',
    ]

    const refused = await Promise.all(
      strange.map((next) => site.browser().post('/auth/identity/forum/options', { next })),
    )
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve', { next: '/cabinet?tab=looks#skin' })
    const { body } = await browser.post('/auth/identity/forum/login', answerIn(back))

    assert.deepEqual(
      refused.map(outcome),
      strange.map(() => '400 request.invalid'),
    )
    assert.equal(body.next, '/cabinet?tab=looks#skin')
  },
)

outsideTest(
  'a linked account can sign in while the password is locked out',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const guesser = site.browser()
    for (let guess = 0; guess < 10; guess += 1) await guesser.logIn('Steve', 'wrong guess')
    const paused = await guesser.logIn('Steve', PASSWORD)

    const byIdentity = await logInByIdentity(site.browser(), issuer, 'steve')
    const stillPaused = await guesser.logIn('Steve', PASSWORD)

    assert.deepEqual([paused, byIdentity, stillPaused].map(outcome), [
      '429 auth.toomanyattempts',
      '200',
      '429 auth.toomanyattempts',
    ])
  },
)

sqliteOutsideTest('a disabled provider cannot sign players in', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site)
  await playerWithIdentity(site, issuer)
  const browser = site.browser()
  const back = await goToSignIn(browser, issuer, 'steve')
  await notch.send('PATCH', '/admin/identity-providers/forum', { enabled: false })

  const finished = await browser.post('/auth/identity/forum/login', answerIn(back))
  const begun = await site.browser().post('/auth/identity/forum/options')
  const unknown = await site.browser().post('/auth/identity/nowhere/options')

  const off = '404 identity.providernotfound'
  assert.deepEqual([finished, begun, unknown].map(outcome), [off, off, off])
})
