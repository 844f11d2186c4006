import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type Endpoint, endpoints } from '@portal/contract'
import { bearer, outcome, type Reply, tally } from './browser.ts'
import { openCallers } from './callers.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

const rows: Endpoint[] = Object.values(endpoints)

siteTest('a body that is no JSON is refused, and said so', async (site) => {
  const bodies = ['{', '{"password":"x"', '{"a":1,}', "{'a':1}", 'hello', '{}{}', 'undefined', ' ']
  const paths = ['/auth/login', '/auth/register', '/auth/refresh', '/auth/logout']

  const replies = await Promise.all(
    paths.flatMap((path) => bodies.map((body) => site.browser().post(path, body))),
  )
  const russian = await site.browser().post('/auth/login', '{', { 'accept-language': 'ru' })

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body]),
    Array(32).fill([
      400,
      {
        error: 'request.invalid',
        message: 'Some fields are missing or not in the right form.',
        fields: [{ field: '', message: 'The body is not valid JSON.' }],
      },
    ]),
  )
  assert.deepEqual(russian.body, {
    error: 'request.invalid',
    message: 'Некоторые поля не заполнены или заполнены неверно.',
    fields: [{ field: '', message: 'Тело запроса не является корректным JSON.' }],
  })
})

siteTest('a body that is not UTF-8 is refused', async (site) => {
  await site.player('Steve')
  const json = JSON.stringify({ username_or_email: 'Steve', password: PASSWORD, note: 'é' })
  const encodings = { utf8: '200', latin1: '400 request.invalid', utf16le: '400 request.invalid' }

  const replies = await Promise.all(
    Object.keys(encodings).map((encoding) =>
      site.browser().post('/auth/login', Buffer.from(json, encoding as BufferEncoding), JSON_TYPE),
    ),
  )

  assert.deepEqual(replies.map(outcome), Object.values(encodings))
})

siteTest('every field that is missing or wrong is named, with a sentence', async (site) => {
  const login = await site.browser().post('/auth/login', {})
  const register = await site
    .browser()
    .post(
      '/auth/register',
      { username: 'я', email: 'steve', password: 5, ref: 7 },
      { 'accept-language': 'ru' },
    )

  assert.deepEqual(
    [login.status, login.body],
    [
      400,
      {
        error: 'request.invalid',
        message: 'Some fields are missing or not in the right form.',
        fields: [
          { field: 'username_or_email', message: 'This field is required.' },
          { field: 'password', message: 'This field is required.' },
        ],
      },
    ],
  )
  assert.deepEqual(register.body.fields, [
    {
      field: 'username',
      message: 'Имя состоит из 3–16 латинских букв, цифр и знаков подчёркивания.',
    },
    { field: 'email', message: 'Это не адрес электронной почты.' },
    { field: 'password', message: 'У этого поля неверный тип.' },
    { field: 'ref', message: 'У этого поля неверный тип.' },
  ])
})

siteTest('a field has the type and the length that the contract says', async (site) => {
  const wrongType = 'This field has the wrong type.'
  const login = { username_or_email: 'Steve', password: 'x' }
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
  const cases: [path: string, body: object, field: string, message: string][] = [
    ...[null, 5, true, ['Steve'], { $ne: null }].flatMap((value): typeof cases => [
      ['/auth/login', { ...login, username_or_email: value }, 'username_or_email', wrongType],
      ['/auth/login', { ...login, password: value }, 'password', wrongType],
      ['/auth/register', { ...account, username: value }, 'username', wrongType],
      ['/auth/register', { ...account, email: value }, 'email', wrongType],
      ['/auth/register', { ...account, password: value }, 'password', wrongType],
    ]),
    // Null in these is as if they were left out.
    ...[5, true, ['Steve'], { $ne: null }].flatMap((value): typeof cases => [
      ['/auth/register', { ...account, ref: value }, 'ref', wrongType],
      ['/auth/refresh', { refresh_token: value }, 'refresh_token', wrongType],
      ['/auth/logout', { refresh_token: value }, 'refresh_token', wrongType],
    ]),
    ['/auth/login', { ...login, password: '' }, 'password', 'This field must not be empty.'],
    [
      '/auth/login',
      { ...login, username_or_email: 'x'.repeat(255) },
      'username_or_email',
      'At most 254 characters are allowed.',
    ],
    [
      '/auth/refresh',
      { refresh_token: 'x'.repeat(513) },
      'refresh_token',
      'At most 512 characters are allowed.',
    ],
  ]

  const replies = await Promise.all(
    cases.map(([path, body], n) => site.browser({ ip: `203.0.113.${n}` }).post(path, body)),
  )

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.error, body.fields]),
    cases.map(([, , field, message]) => [400, 'request.invalid', [{ field, message }]]),
  )
  assert.deepEqual(await stored(site), { players: 0, sessions: 0 })
})

siteTest('no text of any body may hold a null byte', async (site) => {
  const { headersFor } = await openCallers(site)
  const jsonRows = rows.filter(({ upload }) => !upload)
  const fields = jsonRows.flatMap(({ method, path, caller, body }) =>
    Object.entries(body?.properties ?? {})
      .filter(([, schema]) => 'type' in schema && schema.type === 'string')
      .map(([field]) => ({ method, path, caller, field })),
  )

  const replies = await Promise.all(
    fields.map(({ method, path, caller, field }, n) =>
      site
        .browser({ ip: `203.0.113.${n}` })
        .send(method, path, { [field]: 'St\u0000ve' }, headersFor({ caller })),
    ),
  )

  assert.ok(fields.length >= 8)
  assert.deepEqual(
    replies.map((reply, n) => ({ ...fields[n], status: reply.status, said: wrongField(reply) })),
    fields.map((field) => ({
      ...field,
      status: 400,
      said: faultIn(field),
    })),
  )
  assert.deepEqual(await stored(site), { players: 1, sessions: 1 })
})

siteTest('a body as deep as a well hurts nobody', async (site) => {
  await site.player('Steve')
  const well = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  const shaft = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  const login = `"username_or_email":"Steve","password":"${PASSWORD}"`

  const replies = [
    await site.browser().post('/auth/login', well),
    await site.browser().post('/auth/login', shaft),
    await site.browser().post('/auth/login', `{"username_or_email":${well},"password":"x"}`),
    await site.browser().post('/auth/register', `{"username":${well}}`),
    await site.browser().post('/auth/refresh', well),
    await site.browser().post('/auth/login', `{${login},"more":${well}}`),
  ]

  assert.deepEqual(tally(replies), { '400 request.invalid': 5, 200: 1 })
})

siteTest('a body has at most 64 KiB', async (site) => {
  await site.player('Steve')
  const fitting = bodyOf(64 * 1024)
  const large = bodyOf(64 * 1024 + 1)

  const fits = await site.browser().post('/auth/login', fitting)
  const refused = await site.browser().post('/auth/login', large)
  const unannounced = await site.browser().post('/auth/login', Readable.from([large]), JSON_TYPE)
  const streamed = await site.browser().post('/auth/login', Readable.from([fitting]), JSON_TYPE)

  assert.deepEqual([fits, unannounced, streamed].map(outcome), [
    '200',
    '413 request.toolarge',
    '200',
  ])
  assert.deepEqual(
    [refused.status, refused.body],
    [413, { error: 'request.toolarge', message: 'The request is too large.' }],
  )
})

siteTest('a body is JSON and says so', async (site) => {
  await site.player('Steve')
  const body = JSON.stringify({ username_or_email: 'Steve', password: PASSWORD })
  const good = ['application/json', 'Application/JSON', 'application/json; charset=utf-8']
  const bad = [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'json',
    '*/*',
    '',
  ]
  const send = (type: string) => site.browser().post('/auth/login', body, { 'content-type': type })

  const accepted = await Promise.all(good.map(send))
  const refused = await Promise.all(bad.map(send))

  assert.deepEqual(tally(accepted), { 200: 3 })
  assert.deepEqual(
    refused.map(({ status, body }, n) => [bad[n], status, body]),
    bad.map((type) => [
      type,
      415,
      {
        error: 'request.mediatype',
        message:
          'The body has to be JSON (application/json), or a form where a file is sent (multipart/form-data).',
      },
    ]),
  )
})

siteTest('without a body there is nothing to sign in with', async (site) => {
  const replies = await Promise.all([
    site.browser().post('/auth/login'),
    site.browser().post('/auth/login', ''),
    site.browser().post('/auth/login', 'null'),
    site.browser().post('/auth/login', '[]'),
    site.browser().post('/auth/login', '"Steve"'),
    site.browser().post('/auth/login', '', { 'content-type': 'text/plain' }),
    site.browser().post('/auth/register'),
    site.browser().post('/auth/register', ''),
  ])
  const tokenless = await Promise.all([
    site.browser().post('/auth/refresh'),
    site.browser().post('/auth/refresh', ''),
    site.browser().post('/auth/refresh', '', { 'content-type': 'text/plain' }),
    site.browser().post('/auth/refresh', {}),
  ])

  assert.deepEqual(tally(replies), { '400 request.invalid': 8 })
  for (const { body } of replies) assert.ok(body.fields.length > 0)
  assert.deepEqual(tally(tokenless), { '401 auth.sessionexpired': 4 })
})

siteTest('fields the contract does not know are ignored', async (site) => {
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
  const wishes = {
    id: 'mine',
    uuid: '00000000-0000-4000-8000-000000000000',
    superuser: true,
    superuserAt: 1,
    activated: false,
    locale: 'ru',
    real: 1_000_000,
    realCents: 1_000_000,
    roles: ['admin'],
    permissions: ['*'],
    createdAt: 0,
  }

  const registered = await site.browser().post('/auth/register', { ...account, ...wishes })
  const signedIn = await site.browser().post('/auth/login', {
    username_or_email: 'Steve',
    password: PASSWORD,
    remember: { me: ['please'] },
  })

  const { uuid, ...user } = registered.body.user
  assert.deepEqual([registered.status, signedIn.status], [201, 200])
  assert.notEqual(uuid, wishes.uuid)
  assert.deepEqual(user, {
    username: 'Steve',
    email: 'steve@example.org',
    locale: 'en',
    activated: true,
    twoFactorEnabled: false,
    passwordChangeRequired: false,
    real: 0,
    virtual: 0,
    roles: ['default'],
    groups: [],
    permissions: ['player.cape.upload', 'player.skin.upload'], // everybody's, by the role default
    banned: false,
    banReason: '',
    banExpiresAt: null,
    textures: {},
    createdAt: '2030-01-01T12:00:00.000Z',
  })
  const superusers = await site.app.db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .execute()
  assert.deepEqual(superusers, [])
})

siteTest('a body cannot reach what every object inherits', async (site) => {
  await site.player('Steve')
  const login = `"username_or_email":"Steve","password":"${PASSWORD}"`

  const harmless = [
    await site.browser().post('/auth/login', `{${login},"__proto__":{"polluted":1}}`),
    await site
      .browser()
      .post('/auth/login', `{${login},"constructor":{"prototype":{"polluted":1}}}`),
    await site.browser().post('/auth/login', `{${login},"toString":1,"hasOwnProperty":1}`),
  ]
  const inherited = await site.browser().post('/auth/login', `{"__proto__":{${login}}}`)

  assert.deepEqual(tally(harmless), { 200: 3 })
  assert.deepEqual(
    [inherited.status, inherited.body.fields],
    [
      400,
      [
        { field: 'username_or_email', message: 'This field is required.' },
        { field: 'password', message: 'This field is required.' },
      ],
    ],
  )
  assert.equal('polluted' in {}, false)
})

siteTest('who may not call learns nothing about his body', async (site) => {
  const guarded = rows.filter(({ caller }) => caller !== 'anyone')
  const bodies: [body: object | string | undefined, headers: Record<string, string>][] = [
    [undefined, {}],
    ['{', {}],
    ['[]', {}],
    [{ code: 5 }, {}],
    ['hello', { 'content-type': 'text/plain' }],
    [bodyOf(70_000), {}],
  ]

  const replies = await Promise.all(
    guarded.flatMap(({ method, path }) =>
      bodies.map(([body, headers]) =>
        site.browser().send(method, path.replace(/:\w+/g, '%00'), body, headers),
      ),
    ),
  )

  assert.ok(guarded.length >= 5)
  const ofLaunchers = guarded.filter(({ caller }) => caller === 'launcher')
  assert.deepEqual(tally(replies), {
    '401 auth.unauthorized': (guarded.length - ofLaunchers.length) * bodies.length,
    '401 auth.invalidkey': ofLaunchers.length * bodies.length,
  })
})

siteTest('a cookie without its CSRF header is refused whatever the body is', async (site) => {
  const { browser } = await site.player('Steve')

  const replies = [
    await browser.post('/auth/refresh', '{'),
    await browser.post('/auth/refresh', 'hello', { 'content-type': 'text/plain' }),
    await browser.post('/auth/logout', { refresh_token: 5 }),
    await browser.post('/auth/logout', bodyOf(70_000)),
  ]

  assert.deepEqual(tally(replies), { '403 auth.csrf': 4 })
})

siteTest('a limit comes before the fields', async (site) => {
  await Promise.all(Array.from({ length: 60 }, () => site.browser().post('/auth/login', {})))

  const replies = [
    await site.browser().post('/auth/login', '{'),
    await site.browser().post('/auth/login', {}),
    await site.browser().post('/auth/login', 'hello', { 'content-type': 'text/plain' }),
  ]

  assert.deepEqual(tally(replies), { '429 request.toomany': 3 })
})

siteTest('whatever stands in a field, the site has an answer', async (site) => {
  const steve = await site.player('Steve')
  const values = [
    ...[null, true, 0, -1, 1e308, [], {}, [null], { $ne: null }, '', ' ', '\ud800', '\udc00x'],
    ...["' or 1=1--", '%00', '%', '_', '{{7*7}}', '../../etc/passwd', 'a\r\nSet-Cookie: x=1'],
    ...[
      '\u202e',
      '𝕏'.repeat(400),
      'e\u0301'.repeat(1000),
      'x'.repeat(60_000),
      '@',
      '@'.repeat(200),
    ],
  ]
  const account = { username: 'Alex', email: 'alex@example.org', password: PASSWORD }
  const bodies: [path: string, body: object][] = values.flatMap((value): typeof bodies => [
    ['/auth/login', { username_or_email: value, password: PASSWORD }],
    ['/auth/login', { username_or_email: 'Steve', password: value }],
    ['/auth/register', { ...account, username: value }],
    ['/auth/register', { ...account, email: value }],
    ['/auth/register', { ...account, password: value }],
    ['/auth/register', { ...account, ref: value }],
    ['/auth/refresh', { refresh_token: value }],
    ['/auth/logout', { refresh_token: value }],
  ])

  const replies: Reply[] = []
  for (const [n, [path, body]] of bodies.entries()) {
    replies.push(await site.browser({ ip: `203.0.${n >> 8}.${n & 255}` }).post(path, body))
  }
  const me = await site.browser().get('/auth/me', bearer(steve.accessToken))

  const failed = replies.filter(({ status }) => status >= 500)
  assert.deepEqual(failed, [])
  assert.equal(me.status, 200)
})

siteTest('whatever stands in a header, the site has an answer', async (site) => {
  const { browser, accessToken } = await site.player('Steve')
  const refresh = browser.cookies.get('portal_refresh') ?? ''
  const values = ['', ' ', ';', '=', '%', '%00', '%zz', ',,,;q=', 'é\u00ff', '..', 'x'.repeat(7000)]
  const headers = values.flatMap((value) => [
    { authorization: value },
    { authorization: `Bearer ${value}` },
    { authorization: `Bearer ${accessToken}${value}` },
    { 'accept-language': value },
    { 'user-agent': value },
    { cookie: value },
    { cookie: `portal_refresh=${value}; portal_csrf=${value}`, 'x-csrf-token': value },
    { cookie: `portal_refresh=${refresh}; portal_csrf=${value}`, 'x-csrf-token': value },
    { cookie: `portal_device=${value}` },
    { 'sec-fetch-site': value },
    { 'x-forwarded-for': value },
    { captcha: value },
  ])
  const login = { username_or_email: 'Steve', password: 'wrong guess' }

  const replies: Reply[] = []
  for (const [n, header] of headers.entries()) {
    const guest = site.browser({ ip: `203.0.113.${n}` })
    replies.push(await guest.get('/auth/me', header))
    replies.push(await guest.post('/auth/refresh', {}, header))
    replies.push(await guest.post('/auth/logout', {}, header))
    replies.push(await guest.post('/auth/login', login, header))
  }

  assert.deepEqual(
    replies.filter(({ status }) => status >= 500),
    [],
  )
})

const JSON_TYPE = { 'content-type': 'application/json' }

/** A sign-in of Steve of exactly that many bytes. */
function bodyOf(bytes: number): string {
  const body = { username_or_email: 'Steve', password: PASSWORD, more: '' }
  return JSON.stringify({ ...body, more: 'x'.repeat(bytes - JSON.stringify(body).length) })
}

/** The field a refusal finds fault with, missing ones apart; the refusal's code when it names none. */
/** What is said of a null byte in a field; launcher servers are told no fields. */
function faultIn({ caller, field }: { caller: string; field: string }): string {
  if (caller === 'launcher') return 'request.invalid'
  return field === 'hash' ? 'auth.linkexpired' : field // answers, Details
}

function wrongField({ body }: Reply): string {
  const faults: { field: string; message: string }[] = body.fields ?? []
  return faults.find(({ message }) => message !== 'This field is required.')?.field ?? body.error
}

async function stored(site: Site): Promise<{ players: number; sessions: number }> {
  const [players, sessions] = [
    await site.app.db.selectFrom('player').select('id').execute(),
    await site.app.db.selectFrom('session').select('id').execute(),
  ]
  return { players: players.length, sessions: sessions.length }
}
