import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { MINUTE } from '../../../src/platform/clock.ts'
import { outcome } from '../../support/browser.ts'
import { openIssuer, privateKey } from './issuer.ts'
import { type Outside, sqliteOutsideTest } from './outside.ts'
import {
  answerIn,
  goToSignIn,
  logInByIdentity,
  ownerWithProvider,
  playerWithIdentity,
} from './with-identity.ts'

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Changes the claims of the issuer's ID tokens and signs them again. */
function changeTokens(outside: Outside, claims: object, key: KeyObject = privateKey) {
  outside.intercept(async (url, answer) => {
    if (url.pathname !== '/token') return answer
    const body = Object(await answer.json())
    const changed = { ...decodeJwt(body.id_token), ...claims }
    const header = { alg: 'RS256', kid: 'a' }
    const id_token = await new SignJWT(changed).setProtectedHeader(header).sign(key)
    return Response.json({ ...body, id_token })
  })
}

const LIES: Record<string, [claims: object, key?: KeyObject]> = {
  'with another nonce': [{ nonce: 'of another attempt' }],
  'without a nonce': [{ nonce: undefined }],
  'for another application': [{ aud: 'another' }],
  'of another issuer': [{ iss: 'https://evil.example' }],
  'that has expired': [{ exp: 1_000_000_000, iat: 999_999_000 }],
  'signed with another key': [{}, otherKey],
  'without a subject': [{ sub: '' }],
}

for (const [what, [claims, key]] of Object.entries(LIES)) {
  sqliteOutsideTest(`an ID token ${what} is refused`, async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve')
    changeTokens(outside, claims, key)

    const reply = await browser.post('/auth/identity/forum/login', answerIn(back))

    assert.equal(outcome(reply), '400 identity.wrong')
    assert.equal(browser.cookies.has('portal_refresh'), false)
  })
}

sqliteOutsideTest(
  'an unchanged ID token that was signed again is accepted',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve')
    changeTokens(outside, {})

    const reply = await browser.post('/auth/identity/forum/login', answerIn(back))

    assert.equal(outcome(reply), '200')
  },
)

sqliteOutsideTest('a response of another issuer is refused', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  await ownerWithProvider(site)
  await playerWithIdentity(site, issuer)
  const outcomes: string[] = []
  for (const iss of ['https://evil.example', '']) {
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve')
    back.searchParams.set('iss', iss)
    outcomes.push(outcome(await browser.post('/auth/identity/forum/login', answerIn(back))))
  }

  assert.deepEqual(outcomes, Array(2).fill('400 identity.wrong'))
})

sqliteOutsideTest(
  'an authorization code of another sign-in request is refused',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const stolen = await goToSignIn(site.browser(), issuer, 'steve')
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'mallory')
    back.searchParams.set('code', stolen.searchParams.get('code') ?? '')

    const reply = await browser.post('/auth/identity/forum/login', answerIn(back))

    assert.equal(outcome(reply), '400 identity.wrong')
  },
)

sqliteOutsideTest(
  'a player who declines at the provider gets identity.cancelled',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve')
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')

    const reply = await browser.post('/auth/identity/forum/login', answerIn(back))

    assert.equal(outcome(reply), '400 identity.cancelled')
  },
)

sqliteOutsideTest('an unreachable issuer is reported immediately', async (site, outside) => {
  await ownerWithProvider(site)

  const begun = await site.browser().post('/auth/identity/forum/options')
  const password = await site.browser().logIn('Notch', 'correct horse battery')
  await using issuer = await openIssuer(outside)
  await playerWithIdentity(site, issuer)
  const back = await logInByIdentity(site.browser(), issuer, 'steve')

  assert.deepEqual([begun, password, back].map(outcome), ['503 identity.unavailable', '200', '200'])
})

sqliteOutsideTest('a failing issuer is not called again for a minute', async (site, outside) => {
  await ownerWithProvider(site)
  const begin = () => site.browser().post('/auth/identity/forum/options')
  for (let count = 0; count < 8; count += 1) await begin()
  const asked = outside.asked.length
  await using _issuer = await openIssuer(outside)
  const early = await begin()
  site.wait(MINUTE)

  const later = await begin()

  assert.equal(asked, 5)
  assert.deepEqual([early, later].map(outcome), ['503 identity.unavailable', '200'])
})

sqliteOutsideTest(
  'a sign-in whose issuer fails after the redirect opens no session',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    await playerWithIdentity(site, issuer)
    const browser = site.browser()
    const back = await goToSignIn(browser, issuer, 'steve')
    issuer.leave()

    const reply = await browser.post('/auth/identity/forum/login', answerIn(back))

    const { db } = site.app
    const links = await db.selectFrom('identity').select('last_used_at as usedAt').execute()
    const sessions = await db.selectFrom('session').select('signed_in_with as by').execute()
    assert.equal(outcome(reply), '503 identity.unavailable')
    assert.equal(browser.cookies.has('portal_refresh'), false)
    assert.deepEqual(links, [{ usedAt: null }])
    assert.ok(!sessions.some(({ by }) => by === 'identity'))
  },
)
