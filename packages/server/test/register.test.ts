import assert from 'node:assert/strict'
import { HOUR } from '../src/platform/clock.ts'
import { changeSetting } from '../src/settings/change-setting.ts'
import { bearer, outcome, type Reply, setCookies, tally } from './browser.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

siteTest('whoever registers is signed in at once', async (site) => {
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
})

siteTest('a name has 3 to 16 Latin letters, digits and underscores', async (site) => {
  const good = ['abc', 'A_1', '___', 'Abcdefghij_12345']
  const bad = ['', 'ab', 'Abcdefghij_123456', 'with-dash', 'with space', 'Стив', 'Stеve', 'abc\n']

  const accepted = await Promise.all(good.map((name, n) => register(site, name, n)))
  const refused = await Promise.all(bad.map((name, n) => register(site, name, 100 + n)))

  assert.deepEqual(
    accepted.map(({ status, body }) => [status, body.user.username]),
    good.map((name) => [201, name]),
  )
  const fields = [
    { field: 'username', message: 'A name has 3 to 16 Latin letters, digits and underscores.' },
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.error, body.fields]),
    bad.map(() => [400, 'request.invalid', fields]),
  )
})

siteTest('an address that no mail could reach is refused', async (site) => {
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

  const fields = [{ field: 'email', message: 'This is not an e-mail address.' }]
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
          message: 'An account with this e-mail address exists already.',
        },
      ],
    ],
  )
  assert.match(outcome(both), /^409 auth\.(username|email)taken$/)
  assert.deepEqual(await players(site), ['Steve'])
})

siteTest('a refusal is told in the language that was asked for', async (site) => {
  await site.player('Steve')
  const taken = { ...wanted('Steve'), email: 'other@example.org' }

  const russian = await post(site, taken, 1, 'ru-RU,ru;q=0.9,en;q=0.8')
  const english = await post(site, taken, 1, 'en-GB,ru;q=0.5')

  assert.deepEqual(
    [russian.body, english.body],
    [
      { error: 'auth.usernametaken', message: 'Это имя занято.' },
      { error: 'auth.usernametaken', message: 'This name is taken.' },
    ],
  )
})

siteTest(
  'of twenty who want one name at once, one gets it',
  async (site) => {
    const spellings = ['Steve', 'sTEVE', 'STEVE', 'steve']

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const body = { ...wanted(spellings[n % 4] ?? ''), email: `player${n}@example.org` }
        return post(site, body, n)
      }),
    )

    assert.deepEqual(tally(replies), { 201: 1, '409 auth.usernametaken': 19 })
    const winner = replies.find(({ status }) => status === 201)
    assert.deepEqual(await players(site), [winner?.body.user.username])
    assert.equal(await sessionCount(site), 1)
  },
  { instances: 2 },
)

siteTest(
  'of twenty who register one address at once, one gets it',
  async (site) => {
    const spellings = ['one@example.org', 'ONE@example.org', 'One@Example.Org', 'one@EXAMPLE.org']

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post(site, { ...wanted(`Player${n}`), email: spellings[n % 4] ?? '' }, n),
      ),
    )

    assert.deepEqual(tally(replies), { 201: 1, '409 auth.emailtaken': 19 })
    const winner = replies.find(({ status }) => status === 201)
    assert.deepEqual(await players(site), [winner?.body.user.username])
    assert.equal(await sessionCount(site), 1)
  },
  { instances: 2 },
)

siteTest(
  'an address makes five accounts an hour, however many it asks for at once',
  async (site) => {
    const storm = await Promise.all(
      Array.from({ length: 12 }, (_, n) => register(site, `Player${n}`, 1, n % 2)),
    )
    const made = await players(site)
    const sessions = await sessionCount(site)
    const neighbour = await register(site, 'Neighbour', 2)
    site.wait(HOUR - 1)
    const early = await register(site, 'Early', 1)
    site.wait(1)
    const later = await register(site, 'Later', 1)

    assert.deepEqual(tally(storm), { 201: 5, '429 request.toomany': 7 })
    assert.deepEqual([made.length, sessions], [5, 5])
    assert.deepEqual([neighbour, early, later].map(outcome), ['201', '429 request.toomany', '201'])
  },
  { instances: 2 },
)

siteTest('who made five accounts is told when to come back', async (site) => {
  await Promise.all(Array.from({ length: 5 }, (_, n) => register(site, `Player${n}`, 1)))
  site.wait(HOUR - 90_500)

  const { status, body, headers } = await register(site, 'Sixth', 1)

  assert.deepEqual(
    [status, body],
    [
      429,
      {
        error: 'request.toomany',
        message: 'Too many requests. Please try again later.',
        retryAfter: 91,
      },
    ],
  )
  assert.deepEqual(
    [String(headers['retry-after']), headers['ratelimit-policy'], headers.ratelimit],
    ['91', '"registrations";q=5;w=3600', '"registrations";r=0;t=91'],
  )
})

siteTest('tries that were refused do not use up the five accounts', async (site) => {
  await site.player('Taken', { ip: address(2) })
  const refused = [
    ...(await times(20, () => post(site, { ...wanted('Steve'), password: 'short' }, 1))),
    ...(await times(20, () => register(site, 'Taken', 1))),
    ...(await times(19, () => register(site, 'no', 1))),
  ]

  const made = await times(5, (n) => register(site, `Player${n}`, 1))
  const sixth = await register(site, 'Sixth', 1)

  assert.deepEqual(tally(refused), {
    '400 password.short': 20,
    '409 auth.usernametaken': 20,
    '400 request.invalid': 19,
  })
  assert.deepEqual(tally(made), { 201: 5 })
  assert.equal(outcome(sixth), '429 request.toomany')
})

siteTest(
  'an address is refused sixty times an hour, however many come at once',
  async (site) => {
    const storm = await Promise.all(
      Array.from({ length: 70 }, (_, n) => register(site, 'no', 1, n % 2)),
    )
    const good = await register(site, 'Steve', 1)
    site.wait(HOUR)
    const later = await register(site, 'Steve', 1)

    assert.deepEqual(tally(storm), { '400 request.invalid': 60, '429 request.toomany': 10 })
    assert.deepEqual([good, later].map(outcome), ['429 request.toomany', '201'])
    assert.equal(String(good.headers['retry-after']), '3600')
  },
  { instances: 2 },
)

siteTest('while registration is closed nobody gets in', async (site) => {
  await setOpen(site, 'off')
  const closed = await register(site, 'Steve', 1)
  const none = await players(site)
  await setOpen(site, 'on')
  const open = await register(site, 'Steve', 1)

  assert.deepEqual(
    [closed.status, closed.body],
    [403, { error: 'auth.registrationclosed', message: 'Registration is closed.' }],
  )
  assert.deepEqual(none, [])
  assert.equal(open.status, 201)
})

siteTest('an inviter is remembered by name, whatever the letter case', async (site) => {
  const steve = await site.player('Steve')

  const invited = await post(site, { ...wanted('Alex'), ref: 'sTEVE' })

  assert.equal(invited.status, 201)
  assert.deepEqual(await inviters(site), { Steve: null, Alex: steve.id })
})

siteTest('an inviter that is unknown, oneself or nobody is ignored', async (site) => {
  await site.player('Steve')
  const refs = { Alex: 'Nobody', Self: 'Self', Empty: '' }

  const replies = await Promise.all(
    Object.entries(refs).map(([name, ref], n) => post(site, { ...wanted(name), ref }, n)),
  )

  assert.deepEqual(tally(replies), { 201: 3 })
  assert.deepEqual(await inviters(site), { Steve: null, Alex: null, Self: null, Empty: null })
})

siteTest('an inviter is named, not found by his e-mail address', async (site) => {
  await site.player('Steve')

  const invited = await post(site, { ...wanted('Alex'), ref: 'steve@example.org' })

  assert.equal(invited.status, 201)
  assert.deepEqual(await inviters(site), { Steve: null, Alex: null })
})

siteTest('a password has 8 to 128 characters, and an emoji is one', async (site) => {
  const passwords = {
    'k7 v2 q': '400 password.short',
    '🦊🐻🐼🐨🐯🦁🐮': '400 password.short',
    'k7 v2 q9': '201',
    '🦊🐻🐼🐨🐯🦁🐮🐷': '201',
    [unlikely(128)]: '201',
    [`${unlikely(126)}🦊🐻`]: '201',
    [unlikely(129)]: '400 password.long',
    [`${unlikely(127)}🦊🐻`]: '400 password.long',
  }

  const replies = await Promise.all(
    Object.keys(passwords).map((password, n) =>
      post(site, { ...wanted(`Player${n}`), password }, n),
    ),
  )

  assert.deepEqual(replies.map(outcome), Object.values(passwords))
})

siteTest('a password is kept as it was typed, spaces and all', async (site) => {
  const password = '  двойной  пробел 🦊  '
  await post(site, { ...wanted('Steve'), password })

  const exact = await site.browser().logIn('Steve', password)
  const trimmed = await site.browser().logIn('Steve', password.trim())

  assert.deepEqual([exact, trimmed].map(outcome), ['200', '401 auth.wrongcredentials'])
})

siteTest('a password of the wrong length is refused with a sentence', async (site) => {
  const short = await post(site, { ...wanted('Steve'), password: 'k7 v2 q' }, 1, 'ru')
  const long = await post(site, { ...wanted('Steve'), password: unlikely(129) }, 1, 'en')

  assert.deepEqual(
    [short.body, long.body],
    [
      { error: 'password.short', message: 'Пароль должен быть не короче 8 символов.' },
      { error: 'password.long', message: 'The password may have at most 128 characters.' },
    ],
  )
})

siteTest('the account speaks the language its player asked for', async (site) => {
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

siteTest('spaces in the wish for a language mean nothing', async (site) => {
  const { body } = await post(site, wanted('Steve'), 0, 'en; q=0.5 , ru ; q=0.9')

  assert.equal(body.user.locale, 'ru')
})

siteTest('without a wish the account speaks the site’s own language', async (site) => {
  await changeSetting(site.app, { name: 'defaultLanguage', text: 'ru' }, OWNER)

  const { body } = await post(site, wanted('Steve'))

  assert.equal(body.user.locale, 'ru')
})

const OWNER = { actor: 'command', ip: null }

function wanted(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

/** Registers from the n-th address; a valid e-mail address goes with any name. */
function register(site: Site, username: string, n: number, instance = 0): Promise<Reply> {
  const body = { username, email: `${encodeURI(username)}x${n}@example.org`, password: PASSWORD }
  return site.browser({ ip: address(n), instance }).post('/auth/register', body)
}

/** Sends a registration from the n-th address, in turn to every instance. */
function post(site: Site, body: object, n = 0, language?: string): Promise<Reply> {
  const browser = site.browser({ ip: address(n), instance: n % site.instances.length })
  return browser.post(
    '/auth/register',
    body,
    language === undefined ? {} : { 'accept-language': language },
  )
}

function address(n: number): string {
  return `203.0.113.${n}`
}

/** A password of that many characters which no list and no rule would refuse. */
function unlikely(length: number): string {
  let text = ''
  for (let n = 7; text.length < length; n = (n * 7919 + 13) % 999_983) text += n.toString(36)
  return text.slice(0, length)
}

async function times(count: number, act: (n: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let n = 0; n < count; n += 1) replies.push(await act(n))
  return replies
}

async function setOpen(site: Site, text: 'on' | 'off'): Promise<void> {
  await changeSetting(site.app, { name: 'registrationOpen', text }, OWNER)
}

async function players(site: Site): Promise<string[]> {
  const rows = await site.app.db.selectFrom('player').select('username').execute()
  return rows.map(({ username }) => username)
}

async function sessionCount(site: Site): Promise<number> {
  return (await site.app.db.selectFrom('session').select('id').execute()).length
}

async function inviters(site: Site): Promise<Record<string, string | null>> {
  const rows = await site.app.db.selectFrom('player').select(['username', 'inviter_id']).execute()
  return Object.fromEntries(rows.map((row) => [row.username, row.inviter_id]))
}
