import assert from 'node:assert/strict'
import {
  type Endpoint,
  type ErrorCode,
  protocols,
  refusals,
  refusalsOf,
  statusOf,
  usesApiKey,
} from '@portal/contract'
import type { Reply } from '../support/browser.ts'
import { schemaErrors } from '../support/schema-errors.ts'

/** Asserts that a reply is the endpoint's success or one of its refusals, in exactly the form of the contract. */
export function assertMatchesContract(row: Endpoint, reply: Reply): void {
  const { status, body, text, headers } = reply
  const isPicture = row.produces?.startsWith('image/') && (status === row.status || status === 404)
  const kept = row.revalidated && status === row.status ? /^no-cache$/ : /^no-store$/
  assert.match(String(headers['cache-control']), isPicture ? /^public, max-age=/ : kept)
  const { produces } = status === row.status ? row : {}
  if (produces) assert.match(String(headers['content-type']), typesLike(produces))
  else if (status !== 204) assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  if (row.mayBeEmpty && status === 204) {
    assert.equal(text, '')
    return
  }
  if (status === row.status) {
    if (status === 204) assert.equal(text, '')
    else if (!produces) assert.deepEqual(schemaErrors(row.reply, body), [])
    return
  }
  if (row.protocol) assertProtocolReply(row, reply)
  else assertOwn(row, reply)
}

/** Asserts a refusal in the site's own form, or in the bare form for launcher servers. */
function assertOwn(row: Endpoint, reply: Reply): void {
  const { status, body } = reply
  const codes: string[] = refusalsOf(row)
  assert.ok(codes.includes(body?.error), `${row.name} has no ${status} ${body?.error}`)
  if (usesApiKey(row)) assertBareRefusal(row, reply)
  else assertRefusal(row, reply)
}

/** Matches a media type, with `*` for any subtype. */
function typesLike(mediaType: string): RegExp {
  return new RegExp(`^${mediaType.replace('+', '\\+').replace('*', '[a-z]+')}(;|$)`)
}

type Refused = Pick<Reply, 'status' | 'body' | 'headers'>

/**
 * Asserts a launcher server's refusal: only the code, and a ban's reason (docs/launcher-protocols.md#launcher-servers-area-b).
 */
function assertBareRefusal(row: Endpoint, { status, body, headers }: Refused): void {
  const { reason, ...rest } = body
  assert.deepEqual([status, rest], [statusOf(row, body.error), { error: body.error }])
  assert.equal(reason !== undefined, body.error === 'auth.userblocked')
  assert.equal(headers['retry-after'] !== undefined, status === 429 || status === 503)
  assert.equal(headers['www-authenticate'], status === 401 ? 'Api-Key realm="portal"' : undefined)
}

/** Asserts a refusal in the form of a launcher protocol. */
function assertProtocolReply(row: Endpoint, { status, body, headers }: Refused): void {
  const dialect = row.protocol && protocols[row.protocol]
  const { cause: reason } = body
  const possible = refusalsOf(row)
    .map((code) => ({ code, status: statusOf(row, code), locale: 'en' as const, reason }))
    .filter((spoken) => spoken.status === status)
    .map((spoken) => JSON.stringify(dialect?.toBody(spoken)))
  assert.ok(
    possible.includes(JSON.stringify(body)),
    `${row.name}: ${status} ${JSON.stringify(body)}`,
  )
  const waits = status === 429 || status === 503
  assert.ok(!waits || headers['retry-after'] !== undefined)
}

/** Asserts a refusal: `{error, message}` and the details of the code (docs/contract.md#forms). */
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
