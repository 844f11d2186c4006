import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { deadAddress, MISBEHAVIOURS, openOutsideServer } from '../../test/outside-server.ts'
import { breachList } from './breach-list.ts'
import { MINUTE, SECOND } from './clock.ts'
import { openLog } from './log.ts'

const PASSWORD = 'correct horse battery stäple 🐴'
const DIGITS = createHash('sha1').update(PASSWORD, 'utf8').digest('hex').toUpperCase()
const [PREFIX, SUFFIX] = [DIGITS.slice(0, 5), DIGITS.slice(5)]
const OTHER = SUFFIX.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))

/** A list that asks the given address. Time stands still but for `wait`. */
function openList(breachApiUrl: string, budget: number = MINUTE) {
  const logLines: string[] = []
  const log = openLog('debug', { write: (line) => void logLines.push(line) })
  let now = Date.UTC(2030, 0, 1, 12)
  const list = breachList({ log, clock: { now: () => now } }, { breachApiUrl }, { budget })
  return {
    ...list,
    logLines,
    wait(duration: number) {
      now += duration
    },
  }
}

function answering(text: string): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  }
}

const COUNTS = { hits: 0, misses: 0, failures: 0, skipped: 0 }

const HITS = {
  'among others': `${OTHER}:3\r\n${SUFFIX}:12\r\n${'0'.repeat(35)}:0`,
  'as the only one': `${SUFFIX}:1`,
  'in small letters and with plain line ends': `${OTHER.toLowerCase()}:3\n${SUFFIX.toLowerCase()}:2\n`,
  'once as padding and once for real': `${SUFFIX}:0\r\n${SUFFIX}:4`,
}
for (const [where, text] of Object.entries(HITS)) {
  test(`a password is breached when the list has it ${where}`, async () => {
    await using server = await openOutsideServer(answering(text))
    const list = openList(server.url)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, true)
    assert.deepEqual(list.counts(), { ...COUNTS, hits: 1 })
    assert.deepEqual(list.logLines, [])
  })
}

const MISSES = {
  'has others only': `${OTHER}:3\r\n${'F'.repeat(35)}:9`,
  'has it as padding': `${OTHER}:3\r\n${SUFFIX}:0\r\n`,
  'has it as padding written at length': `${SUFFIX}:000`,
  'is empty': '',
}
for (const [what, text] of Object.entries(MISSES)) {
  test(`a password is not breached when the list ${what}`, async () => {
    await using server = await openOutsideServer(answering(text))
    const list = openList(server.url)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, false)
    assert.deepEqual(list.counts(), { ...COUNTS, misses: 1 })
    assert.deepEqual(list.logLines, [])
  })
}

test('five digits of the hash leave, and nothing else of the password', async () => {
  await using server = await openOutsideServer(answering(`${SUFFIX}:12`))
  const list = openList(`${server.url}/mirror`)

  await list.isBreached(PASSWORD)

  const [head = '', ...rest] = server.received().toString('latin1').split('\r\n\r\n')
  const [requestLine, ...fields] = head.split('\r\n')
  const names = fields.map((field) => field.split(':', 1)[0]?.toLowerCase()).sort()
  assert.equal(requestLine, `GET /mirror/range/${PREFIX} HTTP/1.1`)
  assert.deepEqual(names, [
    'accept',
    'accept-encoding',
    'accept-language',
    'add-padding',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ])
  assert.match(head, /^add-padding: true$/im)
  assert.match(head, /^user-agent: Portal$/im)
  assert.deepEqual(rest, [''])
  for (const part of [SUFFIX, SUFFIX.slice(0, 5), SUFFIX.slice(-5), ...PASSWORD.split(' ')]) {
    assert.equal(server.received().includes(part), false, part)
    assert.equal(server.received().includes(part.toLowerCase()), false, part)
  }
})

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
  test(`an answer with ${what} counts for nothing`, async () => {
    await using server = await openOutsideServer(answering(text))
    const list = openList(server.url)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, false)
    assert.deepEqual(list.counts(), { ...COUNTS, failures: 1 })
    assertWarnedOnce(list.logLines, 'the answer is not a list')
  })
}

for (const [what, answer] of Object.entries(MISBEHAVIOURS)) {
  test(`a password is accepted when the leak database ${what}`, async () => {
    await using server = await openOutsideServer(answer)
    const silent = /says nothing|stops/.test(what)
    const list = openList(server.url, silent ? 50 : MINUTE)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, false)
    assert.deepEqual(list.counts(), { ...COUNTS, failures: 1 })
    assertWarnedOnce(list.logLines, REASONS[what])
  })
}

const REASONS: Record<string, string> = {
  'says nothing at all': 'The operation was aborted due to timeout',
  'stops in the middle of its headers': 'The operation was aborted due to timeout',
  'stops in the middle of its body': 'The operation was aborted due to timeout',
  'fails with 500': 'the answer has status 500',
  'is busy with 429': 'the answer has status 429',
  'answers HTML': 'the answer is not a list',
  'floods the caller': 'the answer is too large',
}

test('a password is accepted when nobody listens at the address', async () => {
  const list = openList(await deadAddress())

  const breached = await list.isBreached(PASSWORD)

  assert.equal(breached, false)
  assert.deepEqual(list.counts(), { ...COUNTS, failures: 1 })
  assertWarnedOnce(list.logLines, 'ECONNREFUSED')
})

test('a check may take two seconds, and not more', async (t) => {
  const timeout = t.mock.method(AbortSignal, 'timeout')
  await using server = await openOutsideServer(answering(''))
  const app = { log: openLog('silent'), clock: { now: () => 0 } }

  await breachList(app, { breachApiUrl: server.url }).isBreached(PASSWORD)

  const budgets = timeout.mock.calls.map((call) => call.arguments)
  assert.deepEqual(budgets, [[2 * SECOND]])
})

test('a redirect is not followed', async () => {
  await using elsewhere = await openOutsideServer(answering(`${SUFFIX}:12`))
  await using server = await openOutsideServer((request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}${request.url}` }).end()
  })
  const list = openList(server.url)

  const breached = await list.isBreached(PASSWORD)

  assert.equal(breached, false)
  assert.equal(elsewhere.requests(), 0)
  assertWarnedOnce(list.logLines, 'the answer has status 302')
})

test('after five failures in a row the list is left alone for a minute', async () => {
  await using server = await openOutsideServer((_request, response) =>
    response.writeHead(500).end(),
  )
  const list = openList(server.url)

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

test('four failures and a success begin the count anew', async () => {
  let status = 500
  await using server = await openOutsideServer((_request, response) => {
    response.writeHead(status).end()
  })
  const list = openList(server.url)

  for (let count = 0; count < 4; count += 1) await list.isBreached(PASSWORD)
  status = 200
  await list.isBreached(PASSWORD)
  status = 500
  for (let count = 0; count < 5; count += 1) await list.isBreached(PASSWORD)

  assert.deepEqual(list.counts(), { ...COUNTS, misses: 1, failures: 9 })
})

test('a try that fails after the pause begins the next pause', async () => {
  await using server = await openOutsideServer((_request, response) =>
    response.writeHead(500).end(),
  )
  const list = openList(server.url)
  for (let count = 0; count < 5; count += 1) await list.isBreached(PASSWORD)

  list.wait(MINUTE)
  await list.isBreached(PASSWORD)
  list.wait(MINUTE - 1)
  await list.isBreached(PASSWORD)

  assert.deepEqual(list.counts(), { ...COUNTS, failures: 6, skipped: 1 })
})

test('after the pause one try decides, and the others do not wait for it', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let well = false
  await using server = await openOutsideServer(async (_request, response) => {
    if (!well) return void response.writeHead(500).end()
    arrive()
    await released
    response.end(`${SUFFIX}:12`)
  })
  const list = openList(server.url)
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

test('the counts that were given out do not change any more', async () => {
  await using server = await openOutsideServer(answering(''))
  const list = openList(server.url)

  const before = list.counts()
  await list.isBreached(PASSWORD)

  assert.deepEqual(before, COUNTS)
})

/** One warning, with its reason, and nothing in it that helps to guess the password. */
function assertWarnedOnce(logLines: readonly string[], reason: string | undefined): void {
  const [line = '{}', ...others] = logLines
  const entry = JSON.parse(line)
  assert.deepEqual([entry.level, others], ['warn', []])
  if (reason) assert.equal(entry.reason, reason)
  assert.notEqual(entry.reason, 'unknown')
  for (const part of [DIGITS, PREFIX, SUFFIX, PASSWORD]) assert.equal(line.includes(part), false)
}
