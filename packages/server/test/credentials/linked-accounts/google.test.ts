import assert from 'node:assert/strict'
import { decodeJwt, SignJWT } from 'jose'
import { outcome, tally } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { CLIENT, type Issuer, openIssuer, privateKey } from './issuer.ts'
import { type Outside, sqliteOutsideTest } from './outside.ts'
import { answerIn, beginLink, finishLink, ownerWithProvider } from './with-identity.ts'

const HOST = 'https://accounts.google.com'
const REDIRECT = 'http://localhost:8080/linked/google'
const GOOGLE = {
  slug: 'google',
  kind: 'google',
  name: 'Google',
  ...CLIENT,
  trusted: false,
  enabled: true,
}

/**
 * Makes an issuer respond like Google's ("An ID token's payload"), with an e-mail address and
 * optionally a domain.
 */
function imitateGoogle(outside: Outside, claims: object) {
  outside.intercept(async (url, answer) => {
    if (url.pathname !== '/token') return answer
    const body = Object(await answer.json())
    const told = { azp: CLIENT.clientId, email: 'steve@example.org', email_verified: true }
    const changed = { ...decodeJwt(body.id_token), ...told, name: 'Steve of Google', ...claims }
    const header = { alg: 'RS256', kid: 'a' }
    const id_token = await new SignJWT(changed).setProtectedHeader(header).sign(privateKey)
    return Response.json({ ...body, id_token })
  })
}

async function signIn(site: Site, issuer: Issuer, account: string, instance = 0) {
  const browser = site.browser({ instance })
  const { body } = await browser.post('/auth/identity/google/options')
  const back = await issuer.visit(body.url, account)
  return browser.post('/auth/identity/google/login', answerIn(back))
}

async function linkPlayer(site: Site, issuer: Issuer, name: string, account: string) {
  const player = await site.player(name)
  const { body } = await beginLink(player, 'google')
  const asked = new URL(body.url)
  const reply = await finishLink(player, await issuer.visit(body.url, account), 'google')
  return { ...player, asked, reply }
}

sqliteOutsideTest('Google: an account is linked and signs in', async (site, outside) => {
  await using issuer = await openIssuer(outside, REDIRECT, HOST)
  imitateGoogle(outside, {})
  await ownerWithProvider(site, GOOGLE)

  const steve = await linkPlayer(site, issuer, 'Steve', '110169484474386276334')
  const reply = await signIn(site, issuer, '110169484474386276334')

  assert.equal(steve.asked.origin, HOST)
  assert.equal(steve.asked.searchParams.get('scope'), 'openid profile')
  assert.deepEqual([steve.reply, reply].map(outcome), ['200', '200'])
  assert.equal(steve.reply.body.linked.name, 'Steve of Google')
  assert.equal(reply.body.signedIn.user.uuid, steve.id)
})

sqliteOutsideTest(
  'Google: an account is identified by its number, not by its e-mail address',
  async (site, outside) => {
    await using issuer = await openIssuer(outside, REDIRECT, HOST)
    imitateGoogle(outside, {})
    await ownerWithProvider(site, GOOGLE)
    const steve = await linkPlayer(site, issuer, 'Steve', 'first')

    const sameAddress = await signIn(site, issuer, 'second')
    imitateGoogle(outside, { email: 'other@example.org', email_verified: false, hd: 'example.org' })
    const otherAddress = await signIn(site, issuer, 'first')

    assert.equal(outcome(sameAddress), '403 identity.notlinked')
    assert.equal(otherAddress.body.signedIn.user.uuid, steve.id)
    const kept = await site.app.db.selectFrom('identity').selectAll().execute()
    assert.deepEqual(
      kept.map(({ subject, name }) => [subject, name]),
      [['first', 'Steve of Google']],
    )
    assert.ok(!JSON.stringify(kept).includes('@'))
  },
)

sqliteOutsideTest(
  'Google: only one of four players who link the same account concurrently succeeds',
  async (site, outside) => {
    await using issuer = await openIssuer(outside, REDIRECT, HOST)
    imitateGoogle(outside, {})
    await ownerWithProvider(site, GOOGLE)
    const linkers = []
    for (const number of [1, 2, 3, 4]) {
      const { username } = await site.player(`Player${number}`)
      const browser = site.browser({ instance: number % 2 })
      const { accessToken } = (await browser.logIn(username, PASSWORD)).body
      const player = { browser, accessToken }
      const { body } = await beginLink(player, 'google')
      linkers.push({ player, back: await issuer.visit(body.url, 'one') })
    }

    const replies = await Promise.all(
      linkers.map(({ player, back }) => finishLink(player, back, 'google')),
    )
    const reply = await signIn(site, issuer, 'one', 1)
    const [kept] = await site.app.db.selectFrom('identity').select('player_id as id').execute()

    assert.deepEqual(tally(replies), { '200': 1, '409 identity.taken': 3 })
    assert.equal(reply.body.signedIn.user.uuid, kept?.id)
  },
  { instances: 2 },
)

const LIES = {
  'of another issuer': { iss: 'https://accounts.google.com.evil.example' },
  'for another application': { aud: 'somebody-else' },
  'with another nonce': { nonce: 'another' },
  'that has expired': { exp: 1 },
  'without a subject': { sub: undefined },
}

for (const [what, claims] of Object.entries(LIES)) {
  sqliteOutsideTest(`Google: a token ${what} is refused`, async (site, outside) => {
    await using issuer = await openIssuer(outside, REDIRECT, HOST)
    imitateGoogle(outside, claims)
    await ownerWithProvider(site, GOOGLE)

    const { reply } = await linkPlayer(site, issuer, 'Steve', 'steve')

    assert.equal(outcome(reply), '400 identity.wrong')
    assert.deepEqual(await site.app.db.selectFrom('identity').selectAll().execute(), [])
  })
}
