import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { BY_OWNER, enableTwoFactor, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import {
  INVALID_TOKEN,
  launcherPasswordsOf,
  openGame,
  openSteve,
  told,
  WRONG_CREDENTIALS,
} from '../yggdrasil/game-player.ts'

sqliteTest('a launcher password is shown once, then listed by name', async (site) => {
  const steve = await openSteve(site)
  const passwords = launcherPasswordsOf(steve)

  const made = await passwords.create(' HMCL at home ')
  const before = await passwords.list()
  site.wait(1000)
  const signedIn = await steve.game.authenticate('steve', made.body.password)
  const after = await passwords.list()

  assert.equal(made.status, 201)
  const { id, password, ...rest } = made.body
  assert.match(password, /^[a-z0-9]{20}$/)
  assert.deepEqual(rest, { name: 'HMCL at home' })
  const createdAt = new Date(site.now() - 1000).toISOString()
  const item = { id, name: 'HMCL at home', createdAt, lastUsedAt: null }
  assert.deepEqual(before.body, { items: [item] })
  assert.equal(signedIn.status, 200)
  const lastUsedAt = new Date(site.now()).toISOString()
  assert.deepEqual(after.body.items, [{ ...item, lastUsedAt }])
  const stored = JSON.stringify(
    await site.app.db.selectFrom('launcher_password').selectAll().execute(),
  )
  assert.ok(!stored.includes(password))
})

sqliteTest('a player with 2FA signs in with a launcher password without a code', async (site) => {
  const steve = await openSteve(site)
  const { password } = (await launcherPasswordsOf(steve).create()).body
  await enableTwoFactor(site, steve)

  const signedIn = await steve.game.authenticate('Steve', password)
  const sessions = await steve.browser.post(
    '/auth/sessions/me',
    undefined,
    bearer(steve.accessToken),
  )

  assert.equal(signedIn.status, 200)
  const ways = sessions.body.all.map((one: { signedInWith: string }) => one.signedInWith)
  assert.ok(ways.includes('launcher-password'))
})

sqliteTest('a launcher password is accepted by Yggdrasil and nowhere else', async (site) => {
  const steve = await openSteve(site)
  const { password } = (await launcherPasswordsOf(steve).create()).body
  const launcher = await openLauncher(site)

  const replies = [
    await site.browser().logIn('Steve', password),
    await launcher.authenticate('Steve', password),
    await steve.browser.post('/auth/prove', { password }, bearer(steve.accessToken)),
  ]

  assert.deepEqual(replies.map(outcome), [
    '401 auth.wrongcredentials',
    '401 auth.wrongpassword',
    '400 password.wrong',
  ])
})

sqliteTest('a launcher password works only for the player who created it', async (site) => {
  const steve = await openSteve(site)
  const alex = await site.player('Alex')
  const made = await launcherPasswordsOf(steve).create()

  const asAlex = await steve.game.authenticate('Alex', made.body.password)
  const foreign = await launcherPasswordsOf(alex).revoke(made.body.id)
  const mine = await steve.game.authenticate('Steve', made.body.password)

  assert.deepEqual(
    [told(asAlex), outcome(foreign)],
    [WRONG_CREDENTIALS, '404 launcherpassword.notfound'],
  )
  assert.equal(mine.status, 200)
})

sqliteTest(
  'revoking a launcher password ends only the game sessions opened with it',
  async (site) => {
    const steve = await openSteve(site)
    const passwords = launcherPasswordsOf(steve)
    const made = await passwords.create()
    const other = await passwords.create('PCL')
    const begun = await steve.game.authenticate('Steve', made.body.password)
    const besides = await steve.game.authenticate('Steve', other.body.password)
    const { accessToken } = (await steve.game.refresh({ accessToken: begun.body.accessToken })).body

    const revoked = await passwords.revoke(made.body.id)
    const again = await passwords.revoke(made.body.id)

    assert.deepEqual([revoked, again].map(outcome), ['204', '404 launcherpassword.notfound'])
    assert.equal(told(await steve.game.validate({ accessToken })), INVALID_TOKEN)
    assert.equal(
      told(await steve.game.authenticate('Steve', made.body.password)),
      WRONG_CREDENTIALS,
    )
    for (const { body } of [besides, steve.signedIn]) {
      assert.equal((await steve.game.validate({ accessToken: body.accessToken })).status, 204)
    }
    const names = (await passwords.list()).body.items.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['PCL'])
  },
)

sqliteTest('creating a launcher password requires re-authentication', async (site) => {
  const steve = await openSteve(site)
  site.wait(11 * MINUTE)
  const { accessToken } = (await steve.browser.refresh()).body

  const reply = await launcherPasswordsOf({ ...steve, accessToken }).create()

  assert.equal(outcome(reply), '403 auth.proofrequired')
})

siteTest(
  'a launcher password works during a lockout and does not end the lockout',
  async (site) => {
    const steve = await openSteve(site)
    const { password } = (await launcherPasswordsOf(steve).create()).body
    for (let n = 0; n < 9; n += 1) await steve.game.authenticate('Steve', WRONG)

    const before = await steve.game.authenticate('Steve', password)
    await steve.game.authenticate('Steve', WRONG)
    const paused = await steve.game.authenticate('Steve')
    const during = await steve.game.authenticate('Steve', password)

    assert.deepEqual([before.status, told(paused), during.status], [200, WRONG_CREDENTIALS, 200])
  },
)

sqliteTest(
  'with Yggdrasil off, launcher passwords can be revoked but not created',
  async (site) => {
    const steve = await openSteve(site)
    const passwords = launcherPasswordsOf(steve)
    const made = await passwords.create()
    await changeSetting(site.app, BY_OWNER, { name: 'yggdrasil', text: 'off' })

    const more = await passwords.create()
    const revoked = await passwords.revoke(made.body.id)

    assert.deepEqual([more, revoked].map(outcome), ['409 launcherpassword.off', '204'])
  },
)

siteTest('creating and revoking a launcher password are audited', async (site) => {
  const steve = await openSteve(site)
  const passwords = launcherPasswordsOf(steve)

  const { id } = (await passwords.create()).body
  site.wait(1000)
  await passwords.revoke(id)

  const entries = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target'])
    .where('action', 'like', 'launcher-password.%')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action, actor, target }) => [action, actor, target]),
    [
      ['launcher-password.created', steve.id, steve.id],
      ['launcher-password.revoked', steve.id, steve.id],
    ],
  )
})

siteTest(
  'concurrent requests on two instances create at most twenty launcher passwords',
  async (site) => {
    const steve = await openSteve(site)
    const headers = bearer(steve.accessToken)
    const create = (n: number) =>
      site
        .browser({ instance: n % 2 })
        .post('/cabinet/launcher-passwords', { name: `Launcher ${n}` }, headers)

    const replies = await Promise.all(Array.from({ length: 25 }, (_, n) => create(n)))

    assert.equal(replies.filter(({ status }) => status === 201).length, 20)
    assert.equal(replies.filter((one) => outcome(one) === '409 launcherpassword.toomany').length, 5)
    assert.equal(await countOf(site, 'launcher_password'), 20)
  },
  { instances: 2 },
)

siteTest(
  'concurrent sign-ins with a launcher password leave no session once it is revoked',
  async (site) => {
    const steve = await openSteve(site)
    await steve.game.signOut('Steve', PASSWORD)
    const made = await launcherPasswordsOf(steve).create()
    const { id, password } = made.body
    const signIn = (n: number) =>
      openGame(site, { instance: n % 2 }).authenticate('Steve', password)

    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => signIn(n)),
      launcherPasswordsOf(steve).revoke(id),
      ...Array.from({ length: 8 }, (_, n) => signIn(n)),
    ])

    const open = await site.app.db
      .selectFrom('session')
      .select('id')
      .where('game_hash', 'is not', null)
      .execute()
    assert.deepEqual(open, [])
  },
  { instances: 2 },
)

async function countOf({ app: { db } }: Site, table: 'launcher_password'): Promise<number> {
  return (await db.selectFrom(table).select('id').execute()).length
}
