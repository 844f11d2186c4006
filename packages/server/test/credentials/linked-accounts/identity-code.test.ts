import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { enableTwoFactor } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { type Issuer, openIssuer } from './issuer.ts'
import { outsideTest, sqliteOutsideTest } from './outside.ts'
import { logInByIdentity, ownerWithProvider, playerWithIdentity } from './with-identity.ts'

/** Creates Steve with a linked account and 2FA; `totp` returns the current code. */
async function steveWithTwoFactor(site: Site, issuer: Issuer) {
  const steve = await playerWithIdentity(site, issuer)
  return { ...steve, totp: await enableTwoFactor(site, steve) }
}

async function ticketOf(site: Site, issuer: Issuer): Promise<string> {
  const { status, body } = await logInByIdentity(site.browser(), issuer, 'steve')
  assert.deepEqual([status, body.signedIn], [200, null])
  return body.ticket
}

sqliteOutsideTest(
  'with 2FA on, a sign-in with a linked account needs the code',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await steveWithTwoFactor(site, issuer)
    const browser = site.browser()
    const { body } = await logInByIdentity(browser, issuer, 'steve')
    const send = (totp: string) =>
      browser.post('/auth/identity/code', { ticket: body.ticket, totp })

    const wrong = await send('000000')
    const cookies = browser.cookies.has('portal_refresh')
    const right = await send(steve.totp())
    site.wait(30 * SECOND)
    const again = await send(steve.totp())

    assert.equal(cookies, false)
    assert.deepEqual([wrong, right, again].map(outcome), [
      '401 auth.wrong2fa',
      '200',
      '400 identity.expired',
    ])
    assert.equal(right.body.user.uuid, steve.id)
    assert.ok(browser.cookies.has('portal_refresh'))
  },
)

sqliteOutsideTest('a sign-in with a trusted provider needs no code', async (site, outside) => {
  await using issuer = await openIssuer(outside)
  const notch = await ownerWithProvider(site)
  await steveWithTwoFactor(site, issuer)
  await notch.send('PATCH', '/admin/identity-providers/forum', { trusted: true })

  const trusted = await logInByIdentity(site.browser(), issuer, 'steve')
  await notch.send('PATCH', '/admin/identity-providers/forum', { trusted: false })
  const doubted = await logInByIdentity(site.browser(), issuer, 'steve')

  assert.equal(trusted.body.signedIn.user.username, 'Steve')
  assert.equal(doubted.body.signedIn, null)
})

sqliteOutsideTest(
  'a sign-in ticket for the 2FA code expires after five minutes',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await steveWithTwoFactor(site, issuer)
    const tickets = [await ticketOf(site, issuer), await ticketOf(site, issuer)]
    const send = (ticket = '') =>
      site.browser().post('/auth/identity/code', { ticket, totp: steve.totp() })

    const [kid, iv, tag, sealed = ''] = tickets[0]?.split('.') ?? []
    const forged = await send(
      [kid, iv, tag, sealed.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))].join('.'),
    )
    const invented = await send('a.b.c.d')
    site.wait(5 * MINUTE - 1)
    const inTime = await send(tickets[0])
    site.wait(1)
    const late = await send(tickets[1])

    assert.deepEqual([forged, invented, inTime, late].map(outcome), [
      '400 identity.expired',
      '400 identity.expired',
      '200',
      '400 identity.expired',
    ])
  },
)

outsideTest(
  'only one of twenty concurrent uses of a sign-in ticket and code succeeds',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await steveWithTwoFactor(site, issuer)
    const ticket = await ticketOf(site, issuer)
    const totp = steve.totp()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        site.browser({ instance: turn % 2 }).post('/auth/identity/code', { ticket, totp }),
      ),
    )

    const { '200': winners = 0, ...others } = tally(replies)
    assert.equal(winners, 1)
    assert.ok(
      Object.keys(others).every((one) => /auth\.(wrong2fa|toomanyattempts)$/.test(one)),
      JSON.stringify(others),
    )
  },
  { instances: 2 },
)

outsideTest(
  'wrong 2FA codes after a linked-account sign-in lock out the account',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await steveWithTwoFactor(site, issuer)
    const ticket = await ticketOf(site, issuer)
    const send = (totp: string) => site.browser().post('/auth/identity/code', { ticket, totp })
    const outcomes: string[] = []
    for (let guess = 0; guess < 10; guess += 1) outcomes.push(outcome(await send('000000')))

    const right = await send(steve.totp())

    assert.equal(outcomes[0], '401 auth.wrong2fa')
    assert.equal(outcome(right), '429 auth.toomanyattempts')
    assert.ok(Number(right.headers['retry-after']) > 0)
  },
)

sqliteOutsideTest(
  'a sign-in ticket is refused after its linked account is removed',
  async (site, outside) => {
    await using issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    const steve = await steveWithTwoFactor(site, issuer)
    const ticket = await ticketOf(site, issuer)
    await steve.browser.delete('/identities/forum', bearer(steve.accessToken))

    const reply = await site.browser().post('/auth/identity/code', { ticket, totp: steve.totp() })

    assert.equal(outcome(reply), '403 identity.notlinked')
  },
)
