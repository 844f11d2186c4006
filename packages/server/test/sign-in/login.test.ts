import assert from 'node:assert/strict'
import { hash } from '@node-rs/argon2'
import { decodeJwt } from 'jose'
import { ARGON2 } from '../../src/credentials/password-hash/passwords.ts'
import { DAY, MINUTE } from '../../src/platform/clock.ts'
import { bearer, outcome, type Reply, setCookies, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

siteTest('a player can sign in by name or e-mail address in any letter case', async (site) => {
  await site.player('Steve')
  const logins = ['Steve', 'sTEVE', 'steve@example.org', 'STEVE@Example.ORG']

  const replies = await Promise.all(logins.map((login) => site.browser().logIn(login, PASSWORD)))

  assert.deepEqual(tally(replies), { 200: 4 })
  assert.deepEqual(
    replies.map(({ body }) => body.user.username),
    ['Steve', 'Steve', 'Steve', 'Steve'],
  )
})

sqliteTest('the reply to a sign-in contains a token pair and the account', async (site) => {
  const steve = await site.player('Steve', { language: 'ru' })
  site.wait(MINUTE)

  const { status, body } = await site.browser().logIn('steve', PASSWORD)
  const me = await site.browser().get('/auth/me', bearer(body.accessToken))

  const user = {
    uuid: steve.id,
    username: 'Steve',
    email: 'steve@example.org',
    locale: 'ru',
    activated: true,
    twoFactorEnabled: false,
    passwordChangeRequired: false,
    real: 0,
    virtual: 0,
    roles: ['default'],
    groups: [],
    permissions: ['player.cape.upload', 'player.skin.upload'],
    banned: false,
    banReason: '',
    banExpiresAt: null,
    textures: {},
    createdAt: '2030-01-01T12:00:00.000Z',
  }
  const { accessToken, refreshToken, ...rest } = body
  assert.deepEqual([status, rest], [200, { user }])
  assert.deepEqual([me.status, me.body], [200, { user }])
  const renewed = await site.browser().post('/auth/refresh', { refresh_token: refreshToken })
  assert.equal(renewed.status, 200)
  assert.notEqual(renewed.body.accessToken, accessToken)
})

sqliteTest(
  'a sign-in sets three cookies, of which scripts can read one',
  async (site) => {
    await site.player('Steve')

    const reply = await site.browser().logIn('Steve', PASSWORD)

    const { portal_refresh, portal_csrf, portal_device, ...more } = setCookies(reply)
    const month = ['Max-Age=2592000', 'Path=/', 'SameSite=Lax']
    assert.deepEqual(portal_refresh, {
      value: reply.body.refreshToken,
      attributes: ['HttpOnly', ...month],
    })
    assert.deepEqual(portal_csrf?.attributes, month)
    assert.deepEqual(portal_device?.attributes, [
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/',
      'SameSite=Lax',
    ])
    assert.deepEqual(more, {})
  },
  { env: { JWT_REFRESH_EXPIRES: '30d' } },
)

sqliteTest(
  'with https the cookies are Secure and live as long as the refresh token',
  async (site) => {
    await site.player('Steve')

    const reply = await site.browser().logIn('Steve', PASSWORD)

    const cookies = setCookies(reply)
    const week = ['Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure']
    assert.deepEqual(
      [
        cookies.portal_refresh?.attributes,
        cookies.portal_csrf?.attributes,
        cookies.portal_device?.attributes,
      ],
      [
        ['HttpOnly', ...week],
        week,
        ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure'],
      ],
    )
    assert.equal(reply.headers['strict-transport-security'], 'max-age=31536000')
  },
  { env: { PUBLIC_URL: 'https://portal.example', JWT_REFRESH_EXPIRES: '7d' } },
)

sqliteTest('the password must match exactly', async (site) => {
  await site.player('Steve')
  const wrong = [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1)]

  const replies = await Promise.all(
    wrong.map((password) => site.browser().logIn('Steve', password)),
  )

  assert.deepEqual(tally(replies), { '401 auth.wrongcredentials': 4 })
})

siteTest('an unknown login and a wrong password get the same response', async (site) => {
  await site.player('Steve')
  const logins = ['Steve', 'Nobody', 'steve@example.org', 'nobody@example.org']

  const replies = await Promise.all(
    logins.map((login, n) => site.browser({ ip: `203.0.113.${n}` }).logIn(login, 'wrong guess')),
  )

  const [known, ...others] = replies.map(comparable)
  assert.deepEqual(known?.body, {
    error: 'auth.wrongcredentials',
    message: 'Wrong name, e-mail or password.',
  })
  assert.equal(known?.status, 401)
  assert.equal(known?.headers['www-authenticate'], 'Bearer realm="portal"')
  assert.deepEqual(others, [known, known, known])
})

sqliteTest('an unknown login takes one hash check, like a wrong password', async (site) => {
  await site.player('Steve')
  const { passwords } = site.app
  const checked: string[] = []
  site.app.passwords = {
    ...passwords,
    verify(stored, password) {
      checked.push(password)
      return passwords.verify(stored, password)
    },
  }

  for (const login of ['Steve', 'Nobody']) await site.browser().logIn(login, `guess of ${login}`)

  assert.deepEqual(checked, ['guess of Steve', 'guess of Nobody'])
})

siteTest('an unconfirmed player who must change the password can sign in', async (site) => {
  const steve = await site.player('Steve')
  await site.app.db
    .updateTable('player')
    .set({ activated_at: null, password_change_required_at: site.now() })
    .where('id', '=', steve.id)
    .execute()

  const { status, body } = await site.browser().logIn('Steve', PASSWORD)
  const me = await site.browser().get('/auth/me', bearer(body.accessToken))

  assert.equal(status, 200)
  assert.deepEqual([body.user.activated, body.user.passwordChangeRequired], [false, true])
  assert.deepEqual([me.status, me.body], [200, { user: body.user }])
})

siteTest(
  'an outdated password hash is replaced at the next sign-in',
  async (site) => {
    const steve = await site.player('Steve')
    const old = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await site.app.db.updateTable('player').set({ password_hash: old }).execute()

    const wrong = await site.browser().logIn('Steve', 'wrong guess')
    const kept = await passwordHash(site, steve.id)
    const first = await site.browser().logIn('Steve', PASSWORD)
    const renewed = await passwordHash(site, steve.id)
    const second = await site.browser().logIn('Steve', PASSWORD)

    assert.deepEqual([wrong, first, second].map(outcome), [
      '401 auth.wrongcredentials',
      '200',
      '200',
    ])
    assert.equal(kept, old)
    assert.match(renewed ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  },
  { hashCost: ARGON2 },
)

/** Returns everything that an attacker sees, except what differs between any two responses. */
function comparable({ status, body, headers }: Reply) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { status, body, headers: rest }
}

async function passwordHash(site: Site, id: string): Promise<string | undefined> {
  const row = await site.app.db
    .selectFrom('player')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.password_hash
}

sqliteTest('a password does not expire', async (site) => {
  await site.player('Steve')
  site.wait(20 * 365 * DAY)

  const { status, body } = await site.browser().logIn('Steve', PASSWORD)
  const inside = await site.browser().get('/cabinet/referrals', bearer(body.accessToken))

  assert.deepEqual([status, body.user?.passwordChangeRequired, inside.status], [200, false, 200])
})

sqliteTest('a second sign-in in the same browser opens another session', async (site) => {
  const steve = await site.player('Steve')

  const again = await steve.browser.logIn('Steve', PASSWORD)
  const tokens = [steve.refreshToken, again.body.refreshToken]
  const ids = [steve.accessToken, again.body.accessToken].map((token) => decodeJwt(token).sid)
  const cookie = steve.browser.cookies.get('portal_refresh')
  const renewed: number[] = []
  for (const token of tokens) {
    renewed.push((await site.browser().post('/auth/refresh', { refresh_token: token })).status)
  }

  assert.deepEqual([new Set(tokens).size, new Set(ids).size], [2, 2])
  assert.equal(cookie, again.body.refreshToken)
  assert.deepEqual(renewed, [200, 200])
})
