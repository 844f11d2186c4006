import assert from 'node:assert/strict'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { createPlayer } from '../../../src/account/registration/create-player.ts'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { ARGON2 } from '../../../src/credentials/password-hash/passwords.ts'
import { BY_OWNER, WRONG } from '../../sign-in/sign-in-surfaces.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { LAUNCHER_IP, openLauncher } from './launcher-server.ts'

siteTest('correct credentials return the profile, by name or e-mail address', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)

  const replies = await Promise.all(
    ['Steve', 'sTEVE', 'steve@example.org', 'STEVE@EXAMPLE.ORG'].map((login) =>
      launcher.authenticate(login, PASSWORD),
    ),
  )

  const profile = {
    uuid: steve.id,
    username: 'Steve',
    roles: ['default'],
    groups: [],
    permissions: ['player.cape.upload', 'player.skin.upload'],
    banned: false,
    banReason: '',
    textures: {},
  }
  assert.deepEqual(
    replies.map(({ status, body }) => [status, body]),
    replies.map(() => [200, profile]),
  )
  assert.deepEqual((await launcher.user({ uuid: steve.id })).body, profile)
})

sqliteTest('a launcher server may name the field login or username_or_email', async (site) => {
  await site.player('Steve')
  const { send } = await openLauncher(site)
  const bodies: [body: object, answer: string][] = [
    [{ username_or_email: 'Steve', password: PASSWORD }, '200'],
    [{ login: 'Steve', username_or_email: 'Nobody', password: PASSWORD }, '200'],
    [{ login: 'Steve', password: PASSWORD, totp: '', more: 1 }, '200'],
    [{ password: PASSWORD }, '400 request.invalid'],
    [{ login: '', password: PASSWORD }, '400 request.invalid'],
    [{ login: 'Steve' }, '400 request.invalid'],
    [{ login: 'Steve', password: '' }, '400 request.invalid'],
    [{ login: ['Steve'], password: PASSWORD }, '400 request.invalid'],
    [{ login: 'Steve', password: 12345678 }, '400 request.invalid'],
    [{ login: 'Steve', password: PASSWORD, totp: 123456 }, '400 request.invalid'],
    [{ login: 'Steve\u0000', password: PASSWORD }, '400 request.invalid'],
    [{ login: 'x'.repeat(255), password: PASSWORD }, '400 request.invalid'],
    [{ login: 'Steve', password: 'x'.repeat(1025) }, '400 request.invalid'],
  ]

  const outcomes: string[] = []
  for (const [body] of bodies) outcomes.push(outcome(await send('POST', 'authenticate', body)))

  assert.deepEqual(
    outcomes,
    bodies.map(([, answer]) => answer),
  )
})

siteTest('a sign-in through a launcher server opens no session on the site', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const { db } = site.app
  const kept = async () => ({
    sessions: await db.selectFrom('session').select('id').execute(),
    devices: await db.selectFrom('device').select('mark').orderBy('mark').execute(),
    mails: await db.selectFrom('outbox').select('id').execute(),
  })
  const before = await kept()

  const reply = await launcher.authenticate(steve.email, PASSWORD)

  assert.equal(reply.status, 200)
  assert.equal(reply.headers['set-cookie'], undefined)
  assert.deepEqual(await kept(), before)
})

const CAPTCHA = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'the-secret-key',
  CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
}

sqliteTest(
  'launcher servers have no rate limit and no captcha',
  async (site) => {
    const steve = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
    await createPlayer(site.app, { ...steve, superuser: false, activated: true })
    const launcher = await openLauncher(site)

    const replies: Reply[] = []
    for (let n = 0; n < 70; n += 1) replies.push(await launcher.user({ username: 'Steve' }))
    for (let n = 0; n < 70; n += 1) replies.push(await launcher.authenticate('Steve', PASSWORD))

    assert.deepEqual(tally(replies), { 200: 140 })
    assert.equal(replies.at(-1)?.headers.ratelimit, undefined)
  },
  { env: CAPTCHA },
)

siteTest('a sign-in through a launcher server is audited with its key and result', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const ask = async (login: string, password: string) => {
    site.wait(1)
    await launcher.authenticate(login, password)
  }
  const from = site.now() + 1

  await ask('Steve', WRONG)
  await ask('Nobody', WRONG)
  await ask('Steve', PASSWORD)
  await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'x', expiresAt: null })
  await ask('Steve', PASSWORD)

  const trail = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'target', 'ip', 'before', 'after'])
    .where('at', '>=', from)
    .where('action', 'like', 'login.%')
    .orderBy('id')
    .execute()
  const by = { actor: `api-key:${launcher.key.id}`, ip: LAUNCHER_IP, before: null }
  assert.deepEqual(
    trail.map((line) => ({ ...line })),
    [
      { action: 'login.missed', ...by, target: steve.id, after: null },
      { action: 'login.missed', ...by, target: null, after: null },
      { action: 'login.succeeded', ...by, target: steve.id, after: null },
      { action: 'login.refused', ...by, target: steve.id, after: 'auth.userblocked' },
    ],
  )
})

siteTest(
  'a sign-in through a launcher server renews an outdated password hash',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await openLauncher(site)
    const stored = () =>
      site.app.db
        .selectFrom('player')
        .select('password_hash as hash')
        .where('id', '=', steve.id)
        .executeTakeFirstOrThrow()
    await site.app.db
      .updateTable('player')
      .set({ password_hash: await bcrypt(PASSWORD, 4) })
      .execute()

    const reply = await launcher.authenticate('Steve', PASSWORD)

    const { hash } = await stored()
    assert.equal(reply.status, 200)
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.equal((await launcher.authenticate('Steve', PASSWORD)).status, 200)
  },
  { hashCost: ARGON2 },
)
