import assert from 'node:assert/strict'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { setPassword } from '../../src/credentials/password/set-password.ts'
import { removeTwoFactor } from '../../src/credentials/two-factor/remove-two-factor.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { findPlayer } from '../../src/players/player-store.ts'
import { closeEverySession } from '../../src/sessions/close-sessions.ts'
import { listOf, signIn } from '../sessions/signed-in.ts'
import { administrator } from '../support/administrator.ts'
import { type Browser, bearer, outcome } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { attackersOf, LOCKED_OUT } from './attackers.ts'
import { BY_OWNER, enableTwoFactor } from './sign-in-surfaces.ts'

const NEW_PASSWORD = 'a wholly different phrase'

type Steve = Awaited<ReturnType<Site['player']>>

type Credentials = { password: string; totp?: () => string }
const SAME: Credentials = { password: PASSWORD }
const NEW: Credentials = { password: NEW_PASSWORD }

/** Events that end the trust in the browser with which Steve registered. */
const events: Record<string, (site: Site, steve: Steve) => Promise<Credentials>> = {
  async 'a change of password'(_, steve) {
    const body = { current: PASSWORD, password: NEW_PASSWORD }
    await steve.browser.post('/cabinet/password', body, bearer(steve.accessToken))
    return NEW
  },
  async 'a password reset'(site, steve) {
    await steve.browser.post('/auth/reset', { email: steve.email })
    const [mail] = await site.mails()
    const hash = /\/reset\?hash=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    await steve.browser.post('/auth/password', { hash, password: NEW_PASSWORD })
    return NEW
  },
  async 'a password set by command'(site, steve) {
    const player = await findPlayer(site.app.db, steve.id)
    assert.ok(player)
    await setPassword(site.app, { actor: 'command', ip: null }, player, NEW_PASSWORD)
    return NEW
  },
  async 'turning 2FA on'(site, steve) {
    return { ...SAME, totp: await enableTwoFactor(site, steve) }
  },
  async 'turning 2FA off'(site, steve) {
    const totp = await enableTwoFactor(site, steve)
    await enter(steve.browser, { ...SAME, totp }) // this makes the browser known again
    site.wait(30 * SECOND)
    await steve.browser.post('/cabinet/2fa/disable', { code: totp() }, bearer(steve.accessToken))
    return SAME
  },
  async 'the removal of 2FA by an administrator'(site, steve) {
    const totp = await enableTwoFactor(site, steve)
    await enter(steve.browser, { ...SAME, totp })
    await removeTwoFactor(site.app, BY_OWNER, steve)
    return SAME
  },
  async 'closing all sessions'(_, steve) {
    await steve.browser.delete('/auth/sessions_all', bearer(steve.accessToken))
    return SAME
  },
  async 'closing the other sessions on another device'(site, steve) {
    const launcher = await signIn(site, { agent: 'Launcher' })
    await launcher.browser.delete('/auth/sessions_other', bearer(launcher.accessToken))
    assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
    return SAME
  },
  async 'closing its session'(site, steve) {
    const { current } = (await listOf(steve.browser, steve.accessToken)).body
    const launcher = await signIn(site, { agent: 'Launcher' })
    await launcher.browser.delete(`/auth/sessions/${current.id}`, bearer(launcher.accessToken))
    return SAME
  },
  async 'the reuse of its refresh token'(site, steve) {
    await steve.browser.refresh()
    site.wait(31 * SECOND)
    await site.browser().post('/auth/refresh', { refresh_token: steve.refreshToken })
    return SAME
  },
  async 'the closing of sessions by an administrator'(site, steve) {
    const alex = await administrator(site, ['panel.players.sessions'])
    await alex.send('DELETE', `/admin/players/${steve.id}/sessions`)
    return SAME
  },
  async 'a ban'(site, steve) {
    await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'Griefing', expiresAt: null })
    return SAME
  },
  async 'signing out every player'(site) {
    await closeEverySession(site.app)
    return SAME
  },
}

for (const [event, happen] of Object.entries(events)) {
  siteTest(`after ${event} a browser is no longer known`, async (site) => {
    const steve = await site.player('Steve')
    const credentials = await happen(site, steve)
    await attackersOf(site).failToSignIn('Steve', 10)
    const before = await noticesTo(site, 'steve@example.org')

    const paused = await enter(steve.browser, credentials)
    site.wait(30 * SECOND)
    const samePlace = await enter(site.browser(), credentials)
    const ofPlace = await noticesTo(site, 'steve@example.org')
    site.wait(30 * SECOND)
    const sameCookie = await enter(steve.browser, credentials)
    const ofCookie = await noticesTo(site, 'steve@example.org')

    assert.deepEqual([paused, samePlace, sameCookie].map(outcome), [LOCKED_OUT, '200', '200'])
    assert.deepEqual([ofPlace - before, ofCookie - before], [1, 2])
  })
}

siteTest(
  'a browser stays known after signing out and after closing the other sessions',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await signIn(site, { agent: 'Launcher' })
    const { browser } = steve

    await browser.delete('/auth/sessions_other', bearer(steve.accessToken))
    const refreshed = await launcher.browser.refresh()
    await browser.delete(`/auth/sessions/${(await signIn(site, { agent: 'Bot' })).id}`, {
      ...bearer(steve.accessToken),
    })
    await browser.post('/auth/logout', undefined, {
      'x-csrf-token': browser.cookies.get('portal_csrf') ?? '',
    })
    await attackersOf(site).failToSignIn('Steve', 10)
    const before = await noticesTo(site, 'steve@example.org')
    const owner = await enter(browser, SAME)

    assert.equal(outcome(refreshed), '401 auth.sessionexpired')
    assert.equal(owner.status, 200)
    assert.equal(await noticesTo(site, 'steve@example.org'), before)
  },
)

sqliteTest(
  'a browser that two accounts use is familiar separately to each account',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await site.player('Alex')
    const shared = alex.browser
    await shared.logIn('Steve', PASSWORD)
    const cookie = shared.cookies.get('portal_device')

    await steve.browser.delete('/auth/sessions_all', bearer(steve.accessToken))
    const attackers = attackersOf(site)
    await attackers.failToSignIn('Steve', 10)
    await attackers.failToSignIn('Alex', 10)
    const replies = [await shared.logIn('Steve', PASSWORD), await shared.logIn('Alex', PASSWORD)]

    assert.deepEqual(replies.map(outcome), [LOCKED_OUT, '200'])
    assert.equal(shared.cookies.get('portal_device'), cookie)
    assert.equal(await noticesTo(site, 'alex@example.org'), 0)
  },
)

function enter(browser: Browser, { password, totp }: Credentials) {
  const body = { username_or_email: 'Steve', password, ...(totp && { totp: totp() }) }
  return browser.post('/auth/login', body)
}

/** Counts the notices of a new device to an address. */
async function noticesTo(site: Site, address: string): Promise<number> {
  const mails = await site.mails()
  return mails.filter(
    ({ to, subject }) => to?.[0]?.address === address && subject?.startsWith('New sign-in'),
  ).length
}
