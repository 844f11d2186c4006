import assert from 'node:assert/strict'
import { cleanupJobs } from '../../../src/jobs.ts'
import { DAY, SECOND } from '../../../src/platform/clock.ts'
import { confirmed } from '../../credentials/password/resets.ts'
import { fromBase32, stepAt, totpCode } from '../../credentials/two-factor/authenticator.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'

const HOME = '198.51.100.20'
const ATTACKER = '203.0.113.66'

siteTest(
  'sign-ins, failed attempts and lockouts are audited with player and IP address',
  async (site) => {
    const steve = await site.player('Steve', { ip: HOME })
    const attacker = site.browser({ ip: ATTACKER })
    const from = site.now()

    await site.browser({ ip: HOME }).logIn('Steve', PASSWORD)
    for (let miss = 0; miss < site.app.maxFailedAttempts; miss += 1) {
      await attacker.logIn('STEVE@example.org', 'a guess')
    }
    await attacker.logIn('Steve', PASSWORD)
    await attacker.logIn('Nobody', 'a guess')

    const trail = await trailOf(site, 'login.')
    const signedIn = {
      action: 'login.succeeded',
      actor: steve.id,
      target: steve.id,
      ip: HOME,
      at: from,
    }
    const failed = { action: 'login.missed', actor: null, target: steve.id, ip: ATTACKER, at: from }
    assert.deepEqual(
      trail,
      [
        signedIn, // registering signs in
        signedIn,
        ...Array(site.app.maxFailedAttempts).fill(failed),
        { ...failed, action: 'login.paused' },
        { ...failed, target: null },
      ].sort(byWords),
    )
  },
)

siteTest('changes of sign-in methods are audited with the player as actor', async (site) => {
  const steve = await confirmed(site, await site.player('Steve', { ip: HOME }))
  const { browser, email } = steve
  const headers = bearer(steve.accessToken)
  const { body } = await browser.get('/cabinet/2fa/generate', headers)
  const code = () => totpCode(fromBase32(body.secret), stepAt(site.now()))

  await browser.post('/cabinet/2fa/enable', { code: code() }, headers)
  site.wait(30 * SECOND)
  await browser.post('/cabinet/2fa/disable', { code: code() }, headers)
  const change = { current: PASSWORD, password: 'a wholly different phrase' }
  await browser.post('/cabinet/password', change, headers)
  await browser.post('/auth/reset', { email })
  const hash = await mailed(site, /hash=([\w-]{43})/)
  await browser.post('/auth/password', { hash, password: PASSWORD })
  await browser.post('/cabinet/email', { email: 'new@example.org', password: PASSWORD }, headers)
  const mailedCode = { code: await mailed(site, /\b(\d{6})\b/) }
  await browser.post('/cabinet/email/verify', mailedCode, headers)

  const trail = await trailOf(site, 'two-factor.', 'password.changed', 'password.reset', 'player.e')
  const asked = { action: 'password.reset-requested', actor: null }
  const actions = ['password.changed', 'password.reset', 'player.email']
  actions.push('two-factor.disabled', 'two-factor.enabled')
  assert.deepEqual(
    trail.map(({ at: _, ...line }) => line),
    [...actions.map((action) => ({ action, actor: steve.id })), asked]
      .map((line) => ({ ...line, target: steve.id, ip: HOME }))
      .sort(byWords),
  )
})

sqliteTest('every way of closing a session is audited with its player', async (site) => {
  const steve = await site.player('Steve', { ip: HOME })
  const signIn = async () => {
    const browser = site.browser({ ip: HOME })
    const { body } = await browser.logIn('Steve', PASSWORD)
    const headers = bearer(body.accessToken)
    const list = await browser.post('/auth/sessions/me', undefined, headers)
    return { browser, headers, id: String(list.body.current.id), token: body.refreshToken }
  }
  const [first, second, third] = [await signIn(), await signIn(), await signIn()]

  await first.browser.delete(`/auth/sessions/${second.id}`, first.headers)
  await site.browser({ ip: HOME }).post('/auth/logout', { refresh_token: third.token })
  await first.browser.delete('/auth/sessions_other', first.headers)
  await first.browser.delete('/auth/sessions_all', first.headers)

  const trail = await trailOf(site, 'session')
  const closed = { actor: steve.id, target: steve.id, ip: HOME, at: site.now() }
  assert.deepEqual(
    trail,
    ['session.closed', 'session.closed', 'sessions.closed', 'sessions.closed'].map((action) => ({
      action,
      ...closed,
    })),
  )
})

sqliteTest('a request refused for a missing permission is logged with its caller', async (site) => {
  const steve = await site.player('Steve', { ip: HOME })

  await steve.browser.get('/admin/players?query=Alex', bearer(steve.accessToken))
  await site.browser({ ip: ATTACKER }).get('/admin/players')

  const lines = () =>
    site.logLines.map((line) => JSON.parse(line)).filter(({ path }) => path === '/admin/players')
  await waitUntil(() => lines().length === 2)
  const told = lines().map(({ status, ip, player }) => [status, ip, player])
  assert.deepEqual(told, [
    [403, HOME, steve.id],
    [401, ATTACKER, undefined],
  ])
})

for (const { kept, days, env } of [
  { kept: 'for 180 days', days: 180, env: {} },
  { kept: 'as long as AUDIT_KEPT says', days: 7, env: { AUDIT_KEPT: '7d' } },
]) {
  siteTest(
    `audit entries are kept ${kept}`,
    async (site) => {
      await site.player('Steve')
      const written = (await trailOf(site, '')).length

      site.wait(days * DAY)
      await cleanupJobs(site.app).deleteOldAuditEntries()
      const atTheEnd = (await trailOf(site, '')).length
      site.wait(1)
      await cleanupJobs(site.app).deleteOldAuditEntries()

      assert.ok(written > 0)
      assert.deepEqual([atTheEnd, (await trailOf(site, '')).length], [written, 0])
    },
    { env },
  )
}

/** Returns what the first group of `form` matches in the newest mail with a match. */
async function mailed(site: Site, form: RegExp): Promise<string> {
  const texts = (await site.mails()).map(({ subject, text }) => `${subject}\n${text}`)
  return texts.map((text) => form.exec(text)?.[1]).findLast(Boolean) ?? ''
}

/** Lists the entries whose action has a prefix, in alphabetical order. */
async function trailOf(site: Site, ...beginnings: string[]) {
  const rows = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'ip', 'at'])
    .execute()
  return rows
    .filter(({ action }) => beginnings.some((beginning) => action.startsWith(beginning)))
    .map((row) => ({ ...row })) // SQLite's rows have no prototype
    .sort(byWords)
}

function byWords(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1
}
