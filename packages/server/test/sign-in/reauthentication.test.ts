import assert from 'node:assert/strict'
import { endpoints } from '@portal/contract'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { MAX_FAILED_ATTEMPTS } from '../../src/security/lockout/login-lockout.ts'
import { fromBase32, stepAt, totpCode } from '../credentials/two-factor/authenticator.ts'
import { GO } from '../import/panel-importer.ts'
import { NEW_CLIENT } from '../openid/relying-party.ts'
import { bearer, outcome, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openOwner, openStaff, type Staff, sqliteStaffTest, staffTest } from '../support/staff.ts'
import { enableTwoFactor, WRONG } from './sign-in-surfaces.ts'

const ASKED = '403 auth.proofrequired'

sqliteStaffTest(
  'within ten minutes of a sign-in no re-authentication is required',
  async (site) => {
    const steve = await openStaff(site, 'Steve')
    site.wait(10 * MINUTE - 1)

    const on = await enable(site, steve)

    assert.equal(outcome(on), '204')
  },
)

sqliteStaffTest(
  'turning 2FA on or off requires re-authentication in an older session',
  async (site) => {
    const steve = await openStaff(site, 'Steve')
    site.wait(10 * MINUTE)

    const refused = await enable(site, steve)
    const proved = await prove(steve, { password: PASSWORD })
    const on = await enable(site, steve)
    site.wait(10 * MINUTE - 1)
    const last = await steve.post('/cabinet/2fa/disable', { code: WRONG })
    site.wait(1)
    const off = await steve.post('/cabinet/2fa/disable', { code: WRONG })

    assert.deepEqual([refused, proved, on].map(outcome), [ASKED, '204', '204'])
    assert.deepEqual([last, off].map(outcome), ['400 auth.wrong2fa', ASKED])
    assert.deepEqual(refused.body.proofs, [['password']])
    assert.deepEqual(off.body.proofs, [['password', 'totp']])
  },
)

sqliteStaffTest(
  'a password in the request re-authenticates only where the contract allows it',
  async (site) => {
    const steve = await openStaff(site, 'Steve')
    site.wait(10 * MINUTE)
    const email = { email: 'new@example.org', password: PASSWORD }

    const moved = await steve.post('/cabinet/email', email)
    const missed = await enable(site, steve, { password: WRONG })
    const totp = await secretOf(steve)
    const on = await steve.post('/cabinet/2fa/enable', { code: totp(site), password: PASSWORD })
    site.wait(30 * SECOND)
    const unproven = await steve.post('/cabinet/email', email)
    const off = await steve.post('/cabinet/2fa/disable', { code: totp(site), password: PASSWORD })

    assert.deepEqual([moved, missed, on].map(outcome), ['204', '400 password.wrong', '204'])
    assert.deepEqual([unproven, off].map(outcome), [ASKED, '204'])
  },
)

staffTest('with 2FA, re-authentication requires a code, which works once', async (site) => {
  const steve = await openStaff(site, 'Steve')
  const totp = await enableTwoFactor(site, steve)

  const alone = await prove(steve, { password: PASSWORD })
  const wrong = await prove(steve, { password: PASSWORD, totp: '000000' })
  const both = await prove(steve, { password: PASSWORD, totp: totp() })
  const again = await prove(steve, { password: PASSWORD, totp: totp() })
  const none = await prove(steve, {})

  assert.deepEqual([alone, wrong, both, again, none].map(outcome), [
    '400 auth.require2fa',
    '400 auth.wrong2fa',
    '204',
    '400 auth.wrong2fa',
    '400 request.invalid',
  ])
})

staffTest('failed re-authentications count towards the lockout of sign-ins', async (site) => {
  const steve = await openStaff(site, 'Steve')
  for (let miss = 1; miss < MAX_FAILED_ATTEMPTS; miss += 1) await tryProof(site, steve, WRONG)

  const last = await site.browser().logIn('Steve', WRONG)
  const paused = await tryProof(site, steve, PASSWORD)

  assert.equal(outcome(last), '401 auth.wrongcredentials')
  assert.equal(outcome(paused), '429 auth.toomanyattempts')
})

sqliteStaffTest('a re-authentication resets the count of failed attempts', async (site) => {
  const steve = await openStaff(site, 'Steve')
  for (let miss = 1; miss < MAX_FAILED_ATTEMPTS; miss += 1) await tryProof(site, steve, WRONG)
  await tryProof(site, steve, PASSWORD)

  const replies = [
    await site.browser().logIn('Steve', WRONG),
    await site.browser().logIn('Steve', PASSWORD),
  ]

  assert.deepEqual(replies.map(outcome), ['401 auth.wrongcredentials', '200'])
})

staffTest(
  'a re-authentication counts for its session only, at every instance',
  async (site) => {
    const steve = await openStaff(site, 'Steve')
    const { body } = await site.browser().logIn('Steve', PASSWORD)
    site.wait(10 * MINUTE)
    await prove(steve, { password: PASSWORD })

    const [own, other] = [steve.accessToken, String(body.accessToken)].map((accessToken) =>
      site
        .browser({ instance: 1 })
        .post('/cabinet/2fa/disable', { code: WRONG }, bearer(accessToken)),
    )

    assert.deepEqual(
      [await own, await other].map((reply) => reply && outcome(reply)),
      ['400 auth.wrong2fa', ASKED],
    )
  },
  { instances: 2 },
)

sqliteStaffTest(
  'changes that could give someone access require re-authentication',
  async (site) => {
    const owner = await openOwner(site)
    const steve = await site.player('Steve')
    site.wait(10 * MINUTE)
    const key = { name: 'Launcher', permissions: ['kernel.launcher.provider'], addresses: [] }
    const made = `/admin/players/${steve.id}`
    const acts = [
      () => owner.patch(made, { superuser: true }),
      () => owner.delete(`${made}/2fa`),
      () => owner.post('/admin/api-keys', key),
      () => owner.patch('/admin/api-keys/unknown', {}),
      () => owner.patch('/admin/settings', { leakCheck: false }),
      () => owner.patch(made, { email: 'mine@example.org' }),
      () => owner.patch('/admin/settings', { yggdrasil: true }),
      () => owner.patch('/admin/settings', { yggdrasilPermission: '' }),
      () => owner.patch('/admin/settings', { azauth: true }),
      () => owner.post('/admin/backups/unknown/link'),
      () => owner.post('/admin/import/start', GO),
      () => owner.delete('/admin/import'),
      () => owner.delete('/admin/mail/server'),
      () => owner.post('/cabinet/name', { username: 'Notch' }),
      () => owner.patch('/admin/settings', { launcherWindows: 'https://dl.example.org/a.exe' }),
      () => owner.get('/admin/import'),
      () => owner.patch(made, { roles: [] }),
      () => owner.patch('/admin/settings', { siteName: 'Blocks' }),
    ]

    const before = await inTurn(acts)
    await prove(owner, { password: PASSWORD })
    const after = await inTurn(acts)

    assert.deepEqual(before, [...Array(15).fill(ASKED), '200', '200', '200'])
    assert.deepEqual(after, [
      '200',
      '204',
      '200',
      '404 apikey.notfound',
      ...Array(5).fill('200'),
      '404 backup.notfound',
      '409 import.notready',
      '204',
      '204',
      '409 name.off',
      '200',
      '200',
      '200',
      '200',
    ])
  },
)

sqliteStaffTest(
  'every endpoint with re-authentication refuses an old session before it acts',
  async (site) => {
    const owner = await openOwner(site)
    site.wait(10 * MINUTE)
    const key = { name: 'Launcher', permissions: ['kernel.provider'], addresses: [] }
    const server = {
      host: 'mail.example.org',
      port: 25,
      security: 'none',
      user: '',
      from: 'a@b.org',
    }
    const bodies: Record<string, object> = {
      askForDeletion: { username: 'Owner' },
      createApiKey: key,
      createClient: NEW_CLIENT,
      createLauncherPassword: { name: 'HMCL' },
      createWebhook: { name: 'Plugin', url: 'https://plugin.example/events' },
      changeMailServer: server,
      deletePlayer: { username: 'Owner', reason: 'Enough' },
      editPlayer: { superuser: true },
      changeSettings: { registrationOpen: false },
      startImport: GO,
      lookAtImport: { source: 'authme' },
      proveImport: { username: 'Steve', password: PASSWORD },
      changeOwnName: { username: 'Owner2' },
      createIdentityProvider: {
        slug: 'forum',
        kind: 'discord',
        name: 'Discord',
        clientId: '1',
        clientSecret: 's',
        trusted: false,
        enabled: true,
      },
      registerPasskey: {
        attempt: 'a.1.b',
        credential: { id: 'AA', response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
      },
    }
    const rows = Object.values(endpoints).filter(
      (row) =>
        'reauthentication' in row &&
        !('onDemand' in row.reauthentication) &&
        row.name !== 'changeEmail',
    )

    const replies = await inTurn(
      rows.map(({ name, method, path }) => () => {
        const url = path.replace(':source', 'tebex').replace(/:\w+/g, owner.id)
        const body = bodies[name] ?? ('body' in endpoints[name] ? { code: '1' } : undefined)
        return owner.browser.send(method, url, body, bearer(owner.accessToken))
      }),
    )

    assert.deepEqual(
      replies,
      rows.map(() => ASKED),
    )
  },
)

async function inTurn(acts: readonly (() => Promise<Reply>)[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const act of acts) outcomes.push(outcome(await act()))
  return outcomes
}

/** Re-authenticates without a device cookie, so that failures count together with those of attackers. */
function tryProof(site: Site, { accessToken }: Staff, password: string): Promise<Reply> {
  return site.browser().post('/auth/prove', { password }, bearer(accessToken))
}

function prove(staff: Staff, body: object): Promise<Reply> {
  return staff.post('/auth/prove', body)
}

/** Requests a new TOTP secret, and returns a function that computes its current code. */
async function secretOf(staff: Staff): Promise<(site: Site) => string> {
  const { body } = await staff.get('/cabinet/2fa/generate')
  return (site) => totpCode(fromBase32(body.secret), stepAt(site.now()))
}

async function enable(site: Site, staff: Staff, more: object = {}): Promise<Reply> {
  const totp = await secretOf(staff)
  return staff.post('/cabinet/2fa/enable', { code: totp(site), ...more })
}
