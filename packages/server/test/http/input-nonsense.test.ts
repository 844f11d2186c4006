import assert from 'node:assert/strict'
import { bearer, type Reply, tally } from '../support/browser.ts'
import { PASSWORD } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

sqliteTest('a very deeply nested body causes no server error', async (site) => {
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

sqliteTest('hostile text in any field causes no server error', async (site) => {
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

sqliteTest('hostile text in any header causes no server error', async (site) => {
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
