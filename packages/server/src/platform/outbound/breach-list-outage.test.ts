import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answering,
  COUNTS,
  DIGITS,
  OTHER,
  openBreachList,
  PASSWORD,
  PREFIX,
  SUFFIX,
} from '../../../test/credentials/password/breach-list.ts'
import { closedAddress, MISBEHAVIOURS, openStubServer } from '../../../test/support/stub-server.ts'
import { MINUTE, SECOND } from '../clock.ts'

const LIES = {
  'a suffix that is too short': `${SUFFIX}:12\r\n${OTHER.slice(1)}:1`,
  'a suffix that is too long': `${SUFFIX}:12\r\n${OTHER}0:1`,
  'a whole hash': `${DIGITS}:12`,
  'a negative count': `${SUFFIX}:-12`,
  'a count that is no number': `${SUFFIX}:many`,
  'a count as long as a line': `${SUFFIX}:${'9'.repeat(100_000)}`,
  'no count': SUFFIX,
  'garbage after the count': `${SUFFIX}:12<script>`,
  'one line as long as a book': 'A'.repeat(1_000_000),
  JSON: JSON.stringify({ [SUFFIX]: 12 }),
  'bytes that are no text': Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString('latin1'),
}

for (const [what, text] of Object.entries(LIES)) {
  test(`a response with ${what} counts as a failed check`, async () => {
    await using server = await openStubServer(answering(text))
    const list = openBreachList(server.url)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, false)
    assert.deepEqual(list.counts(), { ...COUNTS, failures: 1 })
    assertWarnedOnce(list.logLines, 'the answer is not a list')
  })
}

for (const [what, answer] of Object.entries(MISBEHAVIOURS)) {
  test(`a password is accepted when the leak database ${what}`, async () => {
    await using server = await openStubServer(answer)
    const silent = /sends nothing|stops/.test(what)
    const list = openBreachList(server.url, silent ? 50 : MINUTE)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, false)
    assert.deepEqual(list.counts(), { ...COUNTS, failures: 1 })
    assertWarnedOnce(list.logLines, REASONS[what])
  })
}

const REASONS: Record<string, string> = {
  'sends nothing': 'The operation was aborted due to timeout',
  'stops in the middle of its headers': 'The operation was aborted due to timeout',
  'stops in the middle of its body': 'The operation was aborted due to timeout',
  'fails with 500': 'the answer has status 500',
  'is busy with 429': 'the answer has status 429',
  'answers HTML': 'the answer is not a list',
  'floods the caller': 'the answer is too large',
}

test('a password is accepted when the leak database refuses the connection', async () => {
  const list = openBreachList(await closedAddress())

  const breached = await list.isBreached(PASSWORD)

  assert.equal(breached, false)
  assert.deepEqual(list.counts(), { ...COUNTS, failures: 1 })
  assertWarnedOnce(list.logLines, 'ECONNREFUSED')
})

test('a redirect of the leak database is not followed', async () => {
  await using elsewhere = await openStubServer(answering(`${SUFFIX}:12`))
  await using server = await openStubServer((request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}${request.url}` }).end()
  })
  const list = openBreachList(server.url)

  const breached = await list.isBreached(PASSWORD)

  assert.equal(breached, false)
  assert.equal(elsewhere.requests(), 0)
  assertWarnedOnce(list.logLines, 'the answer has status 302')
})

test('five failed breach checks in a row pause the checks for a minute', async () => {
  await using server = await openStubServer((_request, response) => response.writeHead(500).end())
  const list = openBreachList(server.url)

  for (let count = 0; count < 8; count += 1) await list.isBreached(PASSWORD)
  list.wait(MINUTE - 1)
  await list.isBreached(PASSWORD)

  assert.equal(server.requests(), 5)
  assert.deepEqual(list.counts(), { ...COUNTS, failures: 5, skipped: 4 })
  assert.deepEqual(
    list.logLines.map((line) => JSON.parse(line).askedAgainInSeconds),
    [undefined, undefined, undefined, undefined, MINUTE / SECOND],
  )
})

test('a successful breach check resets the count of failures', async () => {
  let status = 500
  await using server = await openStubServer((_request, response) => {
    response.writeHead(status).end()
  })
  const list = openBreachList(server.url)

  for (let count = 0; count < 4; count += 1) await list.isBreached(PASSWORD)
  status = 200
  await list.isBreached(PASSWORD)
  status = 500
  for (let count = 0; count < 5; count += 1) await list.isBreached(PASSWORD)

  assert.deepEqual(list.counts(), { ...COUNTS, misses: 1, failures: 9 })
})

test('a breach check that fails after the pause starts another pause', async () => {
  await using server = await openStubServer((_request, response) => response.writeHead(500).end())
  const list = openBreachList(server.url)
  for (let count = 0; count < 5; count += 1) await list.isBreached(PASSWORD)

  list.wait(MINUTE)
  await list.isBreached(PASSWORD)
  list.wait(MINUTE - 1)
  await list.isBreached(PASSWORD)

  assert.deepEqual(list.counts(), { ...COUNTS, failures: 6, skipped: 1 })
})

test('after the pause, concurrent checks do not wait for the first check', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let well = false
  await using server = await openStubServer(async (_request, response) => {
    if (!well) return void response.writeHead(500).end()
    arrive()
    await released
    response.end(`${SUFFIX}:12`)
  })
  const list = openBreachList(server.url)
  for (let count = 0; count < 5; count += 1) await list.isBreached(PASSWORD)
  well = true
  list.wait(MINUTE)

  const trial = list.isBreached(PASSWORD)
  await arrived
  const meanwhile = await list.isBreached(PASSWORD)
  release()
  const tried = await trial
  const afterwards = await list.isBreached(PASSWORD)

  assert.deepEqual([meanwhile, tried, afterwards], [false, true, true])
  assert.deepEqual(list.counts(), { hits: 2, misses: 0, failures: 5, skipped: 1 })
})

/** Asserts that there is one warning, with the reason, and without any part of the password or its hash. */
function assertWarnedOnce(logLines: readonly string[], reason: string | undefined): void {
  const [line = '{}', ...others] = logLines
  const entry = JSON.parse(line)
  assert.deepEqual([entry.level, others], ['warn', []])
  if (reason) assert.equal(entry.reason, reason)
  assert.notEqual(entry.reason, 'unknown')
  for (const part of [DIGITS, PREFIX, SUFFIX, PASSWORD]) assert.equal(line.includes(part), false)
}
