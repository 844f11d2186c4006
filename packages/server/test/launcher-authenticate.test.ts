import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { type Endpoint, endpoints, refusalsOf, statusOf } from '@portal/contract'
import { banPlayer } from '../src/ban/ban-player.ts'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { createPlayer } from '../src/registration/create-player.ts'
import { stepAt, totpCode } from '../src/two-factor/totp.ts'
import { fromBase32 } from './authenticator.ts'
import { bearer, outcome, type Reply, tally } from './browser.ts'
import { LAUNCHER_IP, type Launcher, openLauncher } from './launcher-server.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

const BY_OWNER = { actor: 'command', ip: null }
const PAUSED = '429 auth.toomanyattempts'
const WRONG = 'wrong guess'

siteTest('right credentials are answered with the profile, by name or address', async (site) => {
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

siteTest('the login has another name too, and one of the two is needed', async (site) => {
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

siteTest('nobody is signed in by it, and nobody gets a mail', async (site) => {
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

siteTest('the first thing that is wrong is what is told', async (site) => {
  const { totp } = await guarded(site)
  const launcher = await openLauncher(site)
  const outcomes: Record<string, string> = {}
  const expected: Record<string, string> = {}

  for (const states of subsets(['unconfirmed', 'banned', 'change required'])) {
    await bring(site, states)
    for (const login of ['Steve', 'Nobody']) {
      for (const password of [PASSWORD, WRONG]) {
        for (const code of ['none', 'wrong', 'right']) {
          site.wait(30 * SECOND) // a code works once
          const sent = { none: undefined, wrong: '000000', right: totp() }[code]
          const turn = [login, password, code, ...states].join(', ')
          outcomes[turn] = outcome(await launcher.authenticate(login, password, sent))
          expected[turn] = firstWrong({ login, password, code, states })
          await forgetMisses(site)
        }
      }
    }
  }

  assert.equal(Object.keys(outcomes).length, 96)
  assert.deepEqual(outcomes, expected)
})

test('every code that area B can answer has the status of the contract', () => {
  const rows = [
    endpoints.launcherPing,
    endpoints.launcherAuthenticate,
    endpoints.launcherUser,
    endpoints.launcherNews,
  ]

  const statuses = rows.flatMap((row: Endpoint) =>
    refusalsOf(row).map((code) => [code, statusOf(row, code)]),
  )

  assert.deepEqual(Object.fromEntries(statuses), {
    'auth.usernotfound': 404,
    'auth.wrongpassword': 401,
    'auth.require2fa': 401,
    'auth.wrong2fa': 401,
    'auth.usernotactivated': 403,
    'auth.userblocked': 403,
    'auth.passwordchangerequired': 403,
    'auth.toomanyattempts': 429,
    'auth.invalidkey': 401,
    'auth.untrustedaddress': 403,
    'auth.forbidden': 403,
    'request.invalid': 400,
    'request.mediatype': 415,
    'request.toolarge': 413,
    internal: 500,
    overloaded: 503,
    unavailable: 503,
  })
})

siteTest('a ban is told with its reason, and alone', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const ban = { reason: 'Griefing "спавн"', expiresAt: site.now() + MINUTE }
  await banPlayer(site.app, steve.id, ban, BY_OWNER)

  const banned = await launcher.authenticate('Steve', PASSWORD)
  const guess = await launcher.authenticate('Steve', WRONG)
  site.wait(MINUTE)
  const over = await launcher.authenticate('Steve', PASSWORD)

  assert.deepEqual(
    [banned.status, banned.body],
    [403, { error: 'auth.userblocked', reason: 'Griefing "спавн"' }],
  )
  assert.deepEqual([guess.status, guess.body], [401, { error: 'auth.wrongpassword' }])
  assert.deepEqual([over.status, over.body.banned, over.body.banReason], [200, false, ''])
})

siteTest('misses at both front doors add up, and both are paused', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site)
  const outcomes: string[] = []
  const doors = doorsOf(site, launcher)

  for (let n = 0; n < 10; n += 1)
    outcomes.push(outcome(await doors[n % 2 ? 'site' : 'launcher']('Steve')))
  const paused = [await doors.site('Steve', PASSWORD), await doors.launcher('Steve', PASSWORD)]
  site.wait(5 * SECOND)
  const after = await doors.launcher('Steve', PASSWORD)

  assert.deepEqual(
    new Set(outcomes),
    new Set(['401 auth.wrongpassword', '401 auth.wrongcredentials']),
  )
  assert.deepEqual(paused.map(outcome), [PAUSED, PAUSED])
  assert.deepEqual(
    [paused[1]?.body, paused[1]?.headers['retry-after']],
    [{ error: 'auth.toomanyattempts' }, '5'],
  )
  assert.equal(after.status, 200)
})

siteTest('an unknown login pauses too, at both front doors', async (site) => {
  const doors = doorsOf(site, await openLauncher(site))

  const misses: Reply[] = []
  for (let n = 0; n < 10; n += 1) misses.push(await doors.launcher('Nobody'))
  const paused = [await doors.launcher('nobody'), await doors.site('NOBODY')]

  assert.deepEqual(tally(misses), { '404 auth.usernotfound': 10 })
  assert.deepEqual(paused.map(outcome), [PAUSED, PAUSED])
})

siteTest('a success at either front door forgets the misses', async (site) => {
  await site.player('Steve')
  const doors = doorsOf(site, await openLauncher(site))
  const outcomes: string[] = []

  for (const door of ['site', 'launcher'] as const) {
    for (let n = 0; n < 9; n += 1) await doors[door]('Steve')
    outcomes.push(outcome(await doors[door === 'site' ? 'launcher' : 'site']('Steve', PASSWORD)))
    for (let n = 0; n < 9; n += 1) await doors[door]('Steve')
    outcomes.push(outcome(await doors[door]('Steve', PASSWORD)))
  }

  assert.deepEqual(outcomes, ['200', '200', '200', '200'])
})

siteTest('a wrong code is a miss, a missing one is none', async (site) => {
  const { totp } = await guarded(site)
  const launcher = await openLauncher(site)
  const missing: Reply[] = []
  const wrong: Reply[] = []

  for (let n = 0; n < 15; n += 1) missing.push(await launcher.authenticate('Steve', PASSWORD))
  for (let n = 0; n < 10; n += 1) {
    wrong.push(await launcher.authenticate('Steve', PASSWORD, '000000'))
  }
  const paused = await launcher.authenticate('Steve', PASSWORD, totp())

  assert.deepEqual(tally(missing), { '401 auth.require2fa': 15 })
  assert.deepEqual(tally(wrong), { '401 auth.wrong2fa': 10 })
  assert.equal(outcome(paused), PAUSED)
})

siteTest('misses are the account’s, whichever launcher server asks', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const launchers = [
    await openLauncher(site, { ip: '198.51.100.1' }),
    await openLauncher(site, { ip: '198.51.100.2' }),
  ]

  for (let n = 0; n < 10; n += 1) await launchers[n % 2]?.authenticate('Steve', WRONG)
  const replies = await Promise.all(
    launchers.flatMap((launcher) => [
      launcher.authenticate('Steve', PASSWORD),
      launcher.authenticate('Alex', PASSWORD),
    ]),
  )

  assert.deepEqual(replies.map(outcome), [PAUSED, '200', PAUSED, '200'])
})

siteTest('a launcher server that sends a device cookie is no familiar browser', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  const cookie = `portal_device=${steve.browser.cookies.get('portal_device')}`
  const body = { login: 'Steve', password: PASSWORD }

  for (let n = 0; n < 10; n += 1) await launcher.authenticate('Steve', WRONG)
  const reply = await launcher.send('POST', 'authenticate', body, { cookie })

  assert.equal(outcome(reply), PAUSED)
})

siteTest('right credentials forget the misses of a player who may not come in', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)
  await banPlayer(site.app, steve.id, { reason: 'x', expiresAt: null }, BY_OWNER)
  const outcomes: string[] = []

  for (let turn = 0; turn < 3; turn += 1) {
    for (let n = 0; n < 9; n += 1) await launcher.authenticate('Steve', WRONG)
    outcomes.push(outcome(await launcher.authenticate('Steve', PASSWORD)))
  }

  assert.deepEqual(outcomes, Array(3).fill('403 auth.userblocked'))
})

siteTest(
  'of twenty who come with one code at once, at two instances, one is let in',
  async (site) => {
    const { totp } = await guarded(site)
    const launchers = [
      await openLauncher(site, { instance: 0 }),
      await openLauncher(site, { instance: 1 }),
    ]
    site.wait(30 * SECOND)
    const code = totp()

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => launchers[n % 2]?.authenticate('Steve', PASSWORD, code)),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    assert.equal(outcomes['200'], 1)
    assert.equal((outcomes['401 auth.wrong2fa'] ?? 0) + (outcomes[PAUSED] ?? 0), 19)
  },
  { instances: 2 },
)

siteTest(
  'of fifty guesses at both front doors of two instances, ten are checked',
  async (site) => {
    await site.player('Steve')
    const launchers = [
      await openLauncher(site, { instance: 0 }),
      await openLauncher(site, { instance: 1 }),
    ]

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const instance = n % 2
        if (n % 4 < 2) return launchers[instance]?.authenticate('Steve', WRONG)
        return site.browser({ instance, ip: `203.0.113.${n}` }).logIn('Steve', WRONG)
      }),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    const { '401 auth.wrongpassword': launcher = 0, '401 auth.wrongcredentials': page = 0 } =
      outcomes
    assert.deepEqual([launcher + page, outcomes[PAUSED]], [10, 40])
  },
  { instances: 2 },
)

const CAPTCHA = {
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET_KEY: 'the-secret-key',
  CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/siteverify',
}

siteTest(
  'there are neither limits nor a captcha for launcher servers',
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

siteTest('the audit says which key asked about whom, and what came of it', async (site) => {
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
  await banPlayer(site.app, steve.id, { reason: 'x', expiresAt: null }, BY_OWNER)
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

siteTest('a hash of older parameters is renewed, as by the site itself', async (site) => {
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
})

type Turn = { login: string; password: string; code: string; states: readonly string[] }

/** The order of the answers, Area B. */
function firstWrong({ login, password, code, states }: Turn): string {
  if (login === 'Nobody') return '404 auth.usernotfound'
  if (password === WRONG) return '401 auth.wrongpassword'
  if (code === 'none') return '401 auth.require2fa'
  if (code === 'wrong') return '401 auth.wrong2fa'
  if (states.includes('unconfirmed')) return '403 auth.usernotactivated'
  if (states.includes('banned')) return '403 auth.userblocked'
  if (states.includes('change required')) return '403 auth.passwordchangerequired'
  return '200'
}

function subsets(words: readonly string[]): string[][] {
  const [first, ...rest] = words
  if (first === undefined) return [[]]
  return subsets(rest).flatMap((some) => [some, [first, ...some]])
}

/** Puts the only player into exactly these states. */
async function bring({ app, now }: Site, states: readonly string[]): Promise<void> {
  const { id } = await app.db.selectFrom('player').select('id').executeTakeFirstOrThrow()
  await app.db
    .updateTable('player')
    .set({
      activated_at: states.includes('unconfirmed') ? null : now(),
      password_change_required_at: states.includes('change required') ? now() : null,
    })
    .execute()
  await app.db.deleteFrom('ban').execute()
  if (states.includes('banned')) {
    await banPlayer(app, id, { reason: 'x', expiresAt: null }, BY_OWNER)
  }
}

async function forgetMisses({ app }: Site): Promise<void> {
  await app.db.deleteFrom('login_miss').execute()
}

/** Steve with 2FA on; `totp` is the code of this moment. */
async function guarded(site: Site) {
  const steve = await site.player('Steve')
  const headers = bearer(steve.accessToken)
  const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const totp = () => totpCode(fromBase32(body.secret), stepAt(site.now()))
  const enabled = await steve.browser.post('/cabinet/2fa/enable', { code: totp() }, headers)
  assert.equal(enabled.status, 204)
  site.wait(30 * SECOND)
  return { ...steve, totp }
}

/** The two front doors; at the site's own, every try comes from another address. */
function doorsOf(site: Site, launcher: Launcher) {
  let count = 0
  return {
    launcher: (login: string, password = WRONG) => launcher.authenticate(login, password),
    site(login: string, password = WRONG): Promise<Reply> {
      count += 1
      return site.browser({ ip: `203.0.113.${count}` }).logIn(login, password)
    },
  }
}
