import assert from 'node:assert/strict'
import { set } from '../../mail/mail-site.ts'
import { signIn } from '../../sessions/signed-in.ts'
import { attackersOf, LOCKED_OUT } from '../../sign-in/attackers.ts'
import { type Browser, bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const NEW_PASSWORD = 'a wholly different phrase'
const OVER = '401 auth.sessionexpired'

/** Creates an account with an address that may belong to another person. */
async function unconfirmedAccount(site: Site) {
  await set(site, 'emailConfirmation', 'on')
  return site.player('Steve')
}

/** Reads the code, or the hash of the reset link, from the newest mail to an address. */
async function mailed(site: Site, to: string, what: 'code' | 'hash'): Promise<string> {
  const pattern = what === 'code' ? /^(\d{6}) / : /\/reset\?hash=([\w-]+)/
  const found = (await site.mails())
    .filter((mail) => mail.to?.[0]?.address === to)
    .map(({ subject, text }) => pattern.exec(what === 'code' ? (subject ?? '') : (text ?? ''))?.[1])
  return found.findLast((secret) => secret !== undefined) ?? ''
}

async function resetLink(site: Site): Promise<string> {
  await site.browser({ ip: '198.51.100.1' }).post('/auth/reset', { email: 'steve@example.org' })
  return mailed(site, 'steve@example.org', 'hash')
}

siteTest(
  'resetting the password of an unconfirmed account ends all access of its creator',
  async (site) => {
    const creator = await unconfirmedAccount(site)
    const launcher = await signIn(site, { agent: 'Launcher' })
    const wanted = { email: 'squatter@example.org', password: PASSWORD }
    await launcher.browser.post('/cabinet/email', wanted, bearer(launcher.accessToken))
    const code = await mailed(site, 'squatter@example.org', 'code')
    const [older, hash] = [await resetLink(site), await resetLink(site)]

    const reset = await site.browser().post('/auth/password', { hash, password: NEW_PASSWORD })
    const sessions = [await creator.browser.refresh(), await launcher.browser.refresh()]
    const owner = await signIn(site, {}, 'Steve', NEW_PASSWORD)
    const late = await owner.browser.post(
      '/cabinet/email/verify',
      { code },
      bearer(owner.accessToken),
    )
    const link = await site.browser().post('/auth/password', { hash: older })
    await attackersOf(site).failToSignIn('Steve', 10)
    const device = await creator.browser.logIn('Steve', PASSWORD)

    assert.equal(outcome(reset), '200')
    assert.deepEqual(sessions.map(outcome), [OVER, OVER])
    assert.deepEqual([late, link, device].map(outcome), [
      '400 auth.codeexpired',
      '400 auth.linkexpired',
      LOCKED_OUT,
    ])
  },
)

sqliteTest(
  'a password reset of a confirmed account keeps its sessions by default',
  async (site) => {
    const steve = await unconfirmedAccount(site)
    const code = await mailed(site, steve.email, 'code')
    await steve.browser.post('/auth/verify', { code }, bearer(steve.accessToken))
    const hash = await resetLink(site)

    await site.browser().post('/auth/password', { hash, password: NEW_PASSWORD })
    const session = await steve.browser.refresh()

    assert.equal(session.status, 200)
  },
)

sqliteTest(
  'the first confirmation of an account invalidates its other sessions, known browsers, reset links and address codes',
  async (site) => {
    const creator = await unconfirmedAccount(site)
    const code = await mailed(site, creator.email, 'code')
    const wanted = { email: 'squatter@example.org', password: PASSWORD }
    await creator.browser.post('/cabinet/email', wanted, bearer(creator.accessToken))
    const theirs = await mailed(site, 'squatter@example.org', 'code')
    const hash = await resetLink(site)
    const owner = await signIn(site, { agent: 'Phone', ip: '198.51.100.7' })
    const headers = bearer(owner.accessToken)

    const verified = await owner.browser.post('/auth/verify', { code }, headers)
    const sessions = [await creator.browser.refresh(), await owner.browser.refresh()]
    const late = await owner.browser.post('/cabinet/email/verify', { code: theirs }, headers)
    const link = await site.browser().post('/auth/password', { hash })
    await attackersOf(site).failToSignIn('Steve', 10)
    const devices = [
      await creator.browser.logIn('Steve', PASSWORD),
      await owner.browser.logIn('Steve', PASSWORD),
    ]

    assert.equal(verified.status, 200)
    assert.deepEqual(sessions.map(outcome), [OVER, '200'])
    assert.deepEqual([late, link].map(outcome), ['400 auth.codeexpired', '400 auth.linkexpired'])
    assert.deepEqual(devices.map(outcome), [LOCKED_OUT, '200'])
  },
)

sqliteTest(
  'a change of address ends other sessions only if it confirms the account',
  async (site) => {
    const creator = await unconfirmedAccount(site)
    const owner = await signIn(site, { agent: 'Phone' })

    const first = await changeAddress(site, owner, 'right@example.org')
    const ended = await creator.browser.refresh()
    const launcher = await signIn(site, { agent: 'Launcher' })
    const second = await changeAddress(site, owner, 'another@example.org')
    const sessions = [await owner.browser.refresh(), await launcher.browser.refresh()]

    assert.deepEqual([first, second].map(outcome), ['200', '200'])
    assert.deepEqual([ended, ...sessions].map(outcome), [OVER, '200', '200'])
  },
)

siteTest(
  'if eight sessions confirm an account concurrently, only one stays open',
  async (site) => {
    const steve = await unconfirmedAccount(site)
    const code = await mailed(site, steve.email, 'code')
    const sessions = []
    for (let count = 0; count < 8; count += 1) {
      sessions.push(await signIn(site, { ip: `198.51.${count}.7` }))
    }

    const replies = await Promise.all(
      sessions.map(({ accessToken }, turn) =>
        site.browser({ instance: turn % 2 }).post('/auth/verify', { code }, bearer(accessToken)),
      ),
    )
    const left = []
    for (const { browser } of sessions) left.push((await browser.refresh()).status)

    const others = replies.map(outcome).filter((reply) => reply !== '200')
    assert.deepEqual(new Set(others).difference(new Set(['401 auth.unauthorized'])), new Set())
    assert.deepEqual(left.toSorted(), [200, ...Array(7).fill(401)])
  },
  { instances: 2 },
)

async function changeAddress(
  site: Site,
  { browser, accessToken }: { browser: Browser; accessToken: string },
  email: string,
) {
  await browser.post('/cabinet/email', { email, password: PASSWORD }, bearer(accessToken))
  const code = await mailed(site, email, 'code')
  return browser.post('/cabinet/email/verify', { code }, bearer(accessToken))
}
