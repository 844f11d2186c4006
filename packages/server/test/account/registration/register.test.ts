import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { bearer, outcome, setCookies, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { OWNER, players, post, register, wanted } from './registration.ts'

siteTest(
  'a new player is signed in immediately',
  async (site) => {
    const browser = site.browser()

    const reply = await browser.post('/auth/register', wanted('Steve'))
    const me = await browser.get('/auth/me', bearer(reply.body.accessToken))
    const renewed = await browser.refresh()

    const { accessToken: _access, refreshToken, user, ...more } = reply.body
    assert.deepEqual([reply.status, more], [201, {}])
    assert.match(user.uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepEqual(user, {
      uuid: user.uuid,
      username: 'Steve',
      email: 'Steve@example.org',
      locale: 'en',
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
    })
    const month = ['Max-Age=2592000', 'Path=/', 'SameSite=Lax']
    const { portal_refresh, portal_csrf, portal_device, ...others } = setCookies(reply)
    assert.deepEqual(portal_refresh, { value: refreshToken, attributes: ['HttpOnly', ...month] })
    assert.deepEqual(portal_csrf?.attributes, month)
    assert.deepEqual(portal_device?.attributes, [
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/',
      'SameSite=Lax',
    ])
    assert.deepEqual(others, {})
    assert.deepEqual([me.status, me.body], [200, { user }])
    assert.equal(renewed.status, 200)
  },
  { env: { JWT_EXPIRES: '5m', JWT_REFRESH_EXPIRES: '30d' } },
)

sqliteTest('a name has 3 to 16 Latin letters, digits and underscores', async (site) => {
  const good = ['abc', 'A_1', '___', 'Abcdefghij_12345']
  const bad = ['', 'ab', 'Abcdefghij_123456', 'with-dash', 'with space', 'Стив', 'Stеve', 'abc\n']

  const accepted = await Promise.all(good.map((name, n) => register(site, name, n)))
  const refused = await Promise.all(bad.map((name, n) => register(site, name, 100 + n)))

  assert.deepEqual(
    accepted.map(({ status, body }) => [status, body.user.username]),
    good.map((name) => [201, name]),
  )
  const fields = [
    { field: 'username', message: 'A name must be 3 to 16 Latin letters, digits or underscores.' },
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.error, body.fields]),
    bad.map(() => [400, 'request.invalid', fields]),
  )
})

sqliteTest('a malformed e-mail address is refused', async (site) => {
  const bad = [
    'steve',
    'steve@',
    '@example.org',
    'steve@localhost',
    'st eve@example.org',
    'a@b@c.d',
  ]

  const refused = await Promise.all(
    bad.map((email, n) => post(site, { ...wanted('Steve'), email }, n)),
  )

  const fields = [{ field: 'email', message: 'Enter an address such as name@example.org.' }]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.error, body.fields]),
    bad.map(() => [400, 'request.invalid', fields]),
  )
})

siteTest('a name or address in use is refused in any letter case', async (site) => {
  await site.player('Steve')

  const name = await post(site, { ...wanted('sTEVE'), email: 'other@example.org' })
  const email = await post(site, { ...wanted('Other'), email: 'STEVE@Example.org' })
  const both = await post(site, { ...wanted('STEVE'), email: 'STEVE@Example.org' })

  assert.deepEqual(
    [name, email].map(({ status, body }) => [status, body]),
    [
      [409, { error: 'auth.usernametaken', message: 'This name is taken.' }],
      [
        409,
        {
          error: 'auth.emailtaken',
          message: 'An account with this e-mail address already exists.',
        },
      ],
    ],
  )
  assert.match(outcome(both), /^409 auth\.(username|email)taken$/)
  assert.deepEqual(await players(site), ['Steve'])
})

sqliteTest('a refused registration is explained in the requested language', async (site) => {
  await site.player('Steve')
  const taken = { ...wanted('Steve'), email: 'other@example.org' }

  const russian = await post(site, taken, 1, 'ru-RU,ru;q=0.9,en;q=0.8')
  const english = await post(site, taken, 1, 'en-GB,ru;q=0.5')

  assert.deepEqual(
    [russian.body, english.body],
    [
      { error: 'auth.usernametaken', message: 'Этот ник занят.' },
      { error: 'auth.usernametaken', message: 'This name is taken.' },
    ],
  )
})

siteTest('the inviter of a new player is found by name in any letter case', async (site) => {
  const steve = await site.player('Steve')

  const invited = await post(site, { ...wanted('Alex'), ref: 'sTEVE' })

  assert.equal(invited.status, 201)
  assert.deepEqual(await inviters(site), { Steve: null, Alex: steve.id })
})

sqliteTest('an unknown, empty or own name is ignored as inviter', async (site) => {
  await site.player('Steve')
  const refs = { Alex: 'Nobody', Self: 'Self', Empty: '' }

  const replies = await Promise.all(
    Object.entries(refs).map(([name, ref], n) => post(site, { ...wanted(name), ref }, n)),
  )

  assert.deepEqual(tally(replies), { 201: 3 })
  assert.deepEqual(await inviters(site), { Steve: null, Alex: null, Self: null, Empty: null })
})

siteTest('the inviter of a new player is not found by e-mail address', async (site) => {
  await site.player('Steve')

  const invited = await post(site, { ...wanted('Alex'), ref: 'steve@example.org' })

  assert.equal(invited.status, 201)
  assert.deepEqual(await inviters(site), { Steve: null, Alex: null })
})

sqliteTest('a new account gets the requested language', async (site) => {
  const languages = {
    'ru-RU,ru;q=0.9,en;q=0.8': 'ru',
    'en-US,en;q=0.9,ru;q=0.1': 'en',
    'de-DE, ru;q=0.5': 'ru',
    'en;q=0.5,ru;q=0.9': 'ru',
    'de, ru;q=0': 'en',
    'de-DE': 'en',
    '': 'en',
  }

  const replies = await Promise.all(
    Object.keys(languages).map((language, n) => post(site, wanted(`Player${n}`), n, language)),
  )

  assert.deepEqual(
    replies.map(({ body }, n) => [Object.keys(languages)[n], body.user?.locale]),
    Object.entries(languages),
  )
})

sqliteTest('spaces in the requested language are ignored', async (site) => {
  const { body } = await post(site, wanted('Steve'), 0, 'en; q=0.5 , ru ; q=0.9')

  assert.equal(body.user.locale, 'ru')
})

sqliteTest(
  'a new account without a requested language gets the site’s default language',
  async (site) => {
    await changeSetting(site.app, OWNER, { name: 'defaultLanguage', text: 'ru' })

    const { body } = await post(site, wanted('Steve'))

    assert.equal(body.user.locale, 'ru')
  },
)

async function inviters(site: Site): Promise<Record<string, string | null>> {
  const rows = await site.app.db.selectFrom('player').select(['username', 'inviter_id']).execute()
  return Object.fromEntries(rows.map((row) => [row.username, row.inviter_id]))
}
