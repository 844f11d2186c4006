import assert from 'node:assert/strict'
import { DAY, SECOND } from '../../src/platform/clock.ts'
import { LAUNCHER_IP, openLauncher } from '../integrations/launcher/launcher-server.ts'
import { type Browser, outcome, type Reply, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { playerWithTwoFactor, WRONG } from './sign-in-surfaces.ts'

const ATTACKER = '203.0.113.66'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36'

sqliteTest('a player is warned if someone enters their password but not the code', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const attacker = site.browser({ ip: ATTACKER, agent: CHROME })

  const replies = [await logIn(attacker), await logIn(attacker, '000000')]

  const [mail, ...more] = await warnings(site)
  const subject = 'Somebody knows your password: Portal'
  assert.deepEqual(replies.map(outcome), ['401 auth.require2fa', '401 auth.wrong2fa'])
  assert.deepEqual([mail?.to?.[0]?.address, mail?.subject, more], [steve.email, subject, []])
  assert.match(mail?.text ?? '', /not the right code: Chrome on Windows, address 203\.0\.113\.66, /)
  assert.deepEqual(await trail(site), [{ actor: null, target: steve.id, ip: ATTACKER }])
})

siteTest('the warning that someone knows the password is sent at most once a day', async (site) => {
  await playerWithTwoFactor(site)
  const counts: number[] = []

  for (const wait of [0, DAY - 1, 1, DAY]) {
    site.wait(wait)
    await logIn(site.browser({ ip: ATTACKER }))
    counts.push((await warnings(site)).length)
  }

  assert.deepEqual(counts, [1, 1, 2, 3])
})

siteTest(
  'concurrent attempts at two instances send one warning that someone knows the password',
  async (site) => {
    await playerWithTwoFactor(site)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        logIn(site.browser({ ip: `203.0.113.${n}`, instance: n % 2 })),
      ),
    )

    assert.deepEqual(tally(replies), { '401 auth.require2fa': 20 })
    assert.equal((await warnings(site)).length, 1)
    assert.equal((await trail(site)).length, 1)
  },
  { instances: 2 },
)

sqliteTest('a wrong or missing code on a known device sends no warning', async (site) => {
  const steve = await playerWithTwoFactor(site)
  const launcher = { ip: '198.51.100.20', agent: 'Launcher/5.6' }
  await logIn(steve.browser, steve.totp())
  site.wait(30 * SECOND)
  await logIn(site.browser(launcher), steve.totp())

  for (const totp of [undefined, '000000']) {
    await logIn(steve.browser, totp)
    await logIn(site.browser(launcher), totp)
  }

  assert.deepEqual(await warnings(site), [])
  assert.deepEqual(await trail(site), [])
})

sqliteTest('a wrong password sends no warning, with or without a code', async (site) => {
  const steve = await playerWithTwoFactor(site)

  await logIn(site.browser({ ip: ATTACKER }), steve.totp(), WRONG)
  await logIn(site.browser({ ip: ATTACKER }), undefined, WRONG)

  assert.deepEqual(await warnings(site), [])
})

siteTest(
  'wrong codes in a launcher send a warning only if they lead to a lockout',
  async (site) => {
    const steve = await playerWithTwoFactor(site)
    const launcher = await openLauncher(site)
    const miss = () => launcher.authenticate('Steve', PASSWORD, '000000')

    for (let n = 0; n < 3; n += 1) await launcher.authenticate('Steve', PASSWORD)
    for (let n = 1; n < site.app.maxFailedAttempts; n += 1) await miss()
    const before = await warnings(site)
    await miss()

    const [mail, ...more] = await warnings(site)
    assert.deepEqual([before, more], [[], []])
    assert.match(
      mail?.text ?? '',
      /password of your account in the launcher, and many wrong codes, /,
    )
    assert.doesNotMatch(mail?.text ?? '', new RegExp(LAUNCHER_IP))
    const actor = `api-key:${launcher.key.id}`
    assert.deepEqual(await trail(site), [{ actor, target: steve.id, ip: LAUNCHER_IP }])
  },
)

function logIn(browser: Browser, totp?: string, password = PASSWORD): Promise<Reply> {
  return browser.post('/auth/login', { username_or_email: 'Steve', password, totp })
}

async function warnings(site: Site) {
  const mails = await site.mails()
  return mails.filter(({ subject }) => subject?.includes('knows your password'))
}

async function trail({ app }: Site) {
  const rows = await app.db
    .selectFrom('audit')
    .select(['actor', 'target', 'ip'])
    .where('action', '=', 'login.password-known')
    .execute()
  return rows.map((row) => ({ ...row })) // SQLite's rows have no prototype
}
