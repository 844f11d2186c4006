import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Endpoint,
  type ErrorCode,
  endpoints,
  refusals,
  refusalsOf,
  statusOf,
} from '@portal/contract'
import { bearer, type Reply } from '../browser.ts'
import { faultsOf } from '../faults.ts'
import { PASSWORD, siteTest } from '../site.ts'
import { calls, type Name } from './contract-calls.ts'

const rows: [Name, Endpoint][] = Object.entries(endpoints) as [Name, Endpoint][]

test('every row is called here, under its own name', () => {
  assert.deepEqual(
    rows.map(([name, row]) => [name, row.name]),
    rows.map(([name]) => [name, name]),
  )
  assert.deepEqual(Object.keys(calls).sort(), rows.map(([name]) => name).sort())
})

for (const [name, row] of rows) {
  siteTest(`${row.method} ${row.path} answers a good call as its row says`, async (site) => {
    const reply = await calls[name].happy(site)

    assert.equal(reply.status, row.status)
    assertKept(row, reply)
  })

  siteTest(`${row.method} ${row.path} refuses as its row says`, async (site) => {
    const { refused } = calls[name]
    if (refused === 'never') return assert.deepEqual(refusalsOf(row), OUTAGES)

    const reply = await refused(site)

    assert.notEqual(reply.status, row.status)
    assertKept(row, reply)
  })

  siteTest(`${row.method} ${row.path} has an answer of its row for any junk`, async (site) => {
    const steve = await site.player('Steve')
    const path = row.path.replace(/:\w+/g, 'junk')
    const bodies: [body: object | string | undefined, headers: Record<string, string>][] = [
      [undefined, {}],
      [{}, {}],
      ['{', {}],
      ['[null]', {}],
      ['hello', { 'content-type': 'text/plain' }],
      [{ more: 'x'.repeat(70_000) }, {}],
      [{ username_or_email: '\u0000', code: '\u0000', refresh_token: '\u0000' }, {}],
    ]

    const replies: Reply[] = []
    for (const [body, headers] of bodies) {
      for (const caller of [{}, bearer('junk'), bearer(steve.accessToken)]) {
        replies.push(await site.browser().send(row.method, path, body, { ...headers, ...caller }))
        replies.push(await steve.browser.send(row.method, path, body, { ...headers, ...caller }))
      }
    }

    for (const reply of replies) assertKept(row, reply)
  })
}

siteTest('a failure of ours is answered with its number and nothing else', async (site) => {
  await site.player('Steve')
  await site.app.db.destroy()

  const reply = await site.browser().logIn('Steve', PASSWORD)

  const { requestId, ...rest } = reply.body
  assert.deepEqual([reply.status, rest], [500, { error: 'internal' }])
  assert.equal(requestId, reply.headers['x-request-id'])
  const logged = site.logLines.map((line) => JSON.parse(line))
  assert.deepEqual(
    logged
      .filter(({ request, level }) => request === requestId && level === 'error')
      .map(({ msg, path }) => [msg, path]),
    [['a request failed', '/auth/login']],
  )
  assert.equal(site.logLines.join('').includes(PASSWORD), false)
})

const OUTAGES: ErrorCode[] = ['internal', 'unavailable', 'overloaded']

/**
 * Checks that a reply is the row's success or one of its refusals, in exactly the promised form.
 */
function assertKept(row: Endpoint, reply: Reply): void {
  const { status, body, text, headers } = reply
  const isPicture = row.produces?.startsWith('image/') && (status === row.status || status === 404)
  assert.match(String(headers['cache-control']), isPicture ? /^public, max-age=/ : /^no-store$/)
  const { produces } = status === row.status ? row : {}
  if (produces) assert.match(String(headers['content-type']), typesLike(produces))
  else if (status !== 204) assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  if (status === row.status) {
    if (status === 204) assert.equal(text, '')
    else if (!produces) assert.deepEqual(faultsOf(row.reply, body), [])
    return
  }
  const codes: string[] = refusalsOf(row)
  assert.ok(codes.includes(body?.error), `${row.name} has no ${status} ${body?.error}`)
  if (row.caller === 'launcher') assertBareRefusal(row, reply)
  else assertRefusal(row, reply)
}

/** Matches a media type, with `*` for any subtype. */
function typesLike(mediaType: string): RegExp {
  return new RegExp(`^${mediaType.replace('*', '[a-z]+')}(;|$)`)
}

type Refused = Pick<Reply, 'status' | 'body' | 'headers'>

/**
 * Checks a launcher server's refusal: only the code, and a ban's reason
 * (docs/contract.md#launcher-servers-area-b).
 */
function assertBareRefusal(row: Endpoint, { status, body, headers }: Refused): void {
  const { reason, ...rest } = body
  assert.deepEqual([status, rest], [statusOf(row, body.error), { error: body.error }])
  assert.equal(reason !== undefined, body.error === 'auth.userblocked')
  assert.equal(headers['retry-after'] !== undefined, status === 429 || status === 503)
  assert.equal(headers['www-authenticate'], status === 401 ? 'Api-Key realm="portal"' : undefined)
}

/** Checks a refusal: `{error, message}` and what belongs to the code (docs/contract.md#forms). */
function assertRefusal(row: Endpoint, { status, body, headers }: Refused): void {
  const refusal = refusals[body.error as ErrorCode]
  const { fields, retryAfter, ...rest } = body
  assert.deepEqual(
    [status, rest],
    [statusOf(row, body.error), { error: body.error, message: refusal.en }],
  )
  assert.equal(String(headers['retry-after']), String(retryAfter))
  assert.equal(retryAfter !== undefined, status === 429 || status === 503)
  assert.equal(headers['www-authenticate'] !== undefined, status === 401)
  assert.equal(fields !== undefined, body.error === 'request.invalid')
  for (const fault of fields ?? []) {
    assert.deepEqual(Object.keys(fault), ['field', 'message'])
    assert.deepEqual([typeof fault.field, typeof fault.message], ['string', 'string'])
  }
}
