import assert from 'node:assert/strict'
import { type Reply, tally } from '../support/browser.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const LARGE = { more: 'x'.repeat(70_000) }

sqliteTest('a wrong path or method gets the same refusal for any body', async (site) => {
  const bodies: [body: object | string, headers: Record<string, string>][] = [
    ['{', {}],
    [{ any: 'thing' }, {}],
    ['hello', { 'content-type': 'text/plain' }],
    [LARGE, {}],
  ]

  const nowhere = await Promise.all(
    bodies.map(([body, headers]) => site.browser().post('/nothing', body, headers)),
  )
  const wrongMethod = await Promise.all(
    bodies.map(([body, headers]) => site.browser().send('PUT', '/auth/login', body, headers)),
  )

  assert.deepEqual(tally(nowhere), { '404 request.notfound': 4 })
  assert.deepEqual(tally(wrongMethod), { '405 request.method': 4 })
})

sqliteTest('a refusal may neither be cached nor shown in a frame', async (site) => {
  const { browser } = await site.player('Steve')
  const replies = [
    await site.browser().post('/auth/login', '{'),
    await site.browser().get('/auth/me'),
    await browser.post('/auth/refresh'),
    await site.browser().get('/nothing'),
    await site.browser().get('/auth/login'),
    await site.browser().post('/auth/login', LARGE),
    await site.browser().post('/auth/login', 'x', { 'content-type': 'text/plain' }),
  ]

  assert.deepEqual(
    replies.map(({ status }) => status),
    [400, 401, 403, 404, 405, 413, 415],
  )
  assert.deepEqual(replies.map(guardsOf), Array(7).fill(GUARDS))
})

sqliteTest('a path that cannot be decoded is refused like an unknown one', async (site) => {
  const replies = await Promise.all(
    ['/%zz', '/auth/%E0%A4%A', '/%'].map((path) => site.browser().get(path)),
  )

  for (const { status } of replies) assert.ok(status === 400 || status === 404)
  assert.deepEqual(replies.map(guardsOf), Array(3).fill(GUARDS))
})

sqliteTest('a path is decoded only once', async (site) => {
  await site.player('Steve')
  const look = (name: string) => site.browser().get(`/csl/${name}.json`)

  const replies = [await look('Steve'), await look('%53teve'), await look('%2553teve')]

  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 404],
  )
})

/** The security headers of every API response (docs/security.md#output). */
const GUARDS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function guardsOf({ headers }: Reply) {
  return Object.fromEntries(Object.keys(GUARDS).map((name) => [name, headers[name]]))
}
