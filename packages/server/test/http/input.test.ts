import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type Endpoint, endpoints, usesApiKey } from '@portal/contract'
import { outcome, tally } from '../support/browser.ts'
import { PASSWORD } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const rows: Endpoint[] = Object.values(endpoints)

sqliteTest('a body that is not JSON is refused with the reason', async (site) => {
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
        message: 'Some fields are missing or invalid.',
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

sqliteTest('a body that is not UTF-8 is refused', async (site) => {
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

sqliteTest('a body has at most 64 KiB', async (site) => {
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

sqliteTest('a body must have the JSON media type', async (site) => {
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
          'The body must be JSON (application/json), or a form (multipart/form-data) if a file is sent.',
      },
    ]),
  )
})

sqliteTest('a sign-in without a body is refused', async (site) => {
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

sqliteTest('a caller without access gets the same refusal for any body', async (site) => {
  const guarded = rows.filter(({ caller }) => caller !== 'anyone' && caller !== 'game')
  const bodies: [body: object | string | undefined, headers: Record<string, string>][] = [
    [undefined, {}],
    ['{', {}],
    ['[]', {}],
    [{ code: 5 }, {}],
    ['hello', { 'content-type': 'text/plain' }],
    [bodyOf(70_000), {}],
  ]

  const replies = await Promise.all(
    guarded.flatMap(({ method, path }, row) =>
      bodies.map(([body, headers], place) =>
        site
          .browser({ ip: `10.${place}.${row >> 8}.${row & 255}` })
          .send(method, path.replace(/:\w+/g, '%00'), body, headers),
      ),
    ),
  )

  assert.ok(guarded.length >= 5)
  const ofLaunchers = guarded.filter(usesApiKey)
  assert.deepEqual(tally(replies), {
    '401 auth.unauthorized': (guarded.length - ofLaunchers.length) * bodies.length,
    '401 auth.invalidkey': ofLaunchers.length * bodies.length,
  })
})

sqliteTest('a cookie without its CSRF header is refused for any body', async (site) => {
  const { browser } = await site.player('Steve')

  const replies = [
    await browser.post('/auth/refresh', '{'),
    await browser.post('/auth/refresh', 'hello', { 'content-type': 'text/plain' }),
    await browser.post('/auth/logout', { refresh_token: 5 }),
    await browser.post('/auth/logout', bodyOf(70_000)),
  ]

  assert.deepEqual(tally(replies), { '403 auth.csrf': 4 })
})

sqliteTest('rate limits are checked before the fields of a request', async (site) => {
  await Promise.all(Array.from({ length: 60 }, () => site.browser().post('/auth/login', {})))

  const replies = [
    await site.browser().post('/auth/login', '{'),
    await site.browser().post('/auth/login', {}),
    await site.browser().post('/auth/login', 'hello', { 'content-type': 'text/plain' }),
  ]

  assert.deepEqual(tally(replies), { '429 request.toomany': 3 })
})

const JSON_TYPE = { 'content-type': 'application/json' }

/** Returns the body of a sign-in of Steve with exactly this many bytes. */
function bodyOf(bytes: number): string {
  const body = { username_or_email: 'Steve', password: PASSWORD, more: '' }
  return JSON.stringify({ ...body, more: 'x'.repeat(bytes - JSON.stringify(body).length) })
}
