import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answering,
  COUNTS,
  OTHER,
  openBreachList,
  PASSWORD,
  PREFIX,
  SUFFIX,
} from '../../../test/credentials/password/breach-list.ts'
import { openStubServer } from '../../../test/support/stub-server.ts'
import { SECOND } from '../clock.ts'
import { openLog } from '../log.ts'
import { breachList } from './breach-list.ts'

const HITS = {
  'among others': `${OTHER}:3\r\n${SUFFIX}:12\r\n${'0'.repeat(35)}:0`,
  'as the only one': `${SUFFIX}:1`,
  'in small letters and with plain line ends': `${OTHER.toLowerCase()}:3\n${SUFFIX.toLowerCase()}:2\n`,
  'once as padding and once for real': `${SUFFIX}:0\r\n${SUFFIX}:4`,
}

for (const [where, text] of Object.entries(HITS)) {
  test(`a password counts as breached if the list contains its hash ${where}`, async () => {
    await using server = await openStubServer(answering(text))
    const list = openBreachList(server.url)

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
  test(`a password does not count as breached if the list ${what}`, async () => {
    await using server = await openStubServer(answering(text))
    const list = openBreachList(server.url)

    const breached = await list.isBreached(PASSWORD)

    assert.equal(breached, false)
    assert.deepEqual(list.counts(), { ...COUNTS, misses: 1 })
    assert.deepEqual(list.logLines, [])
  })
}

test('only five digits of the hash are sent', async () => {
  await using server = await openStubServer(answering(`${SUFFIX}:12`))
  const list = openBreachList(`${server.url}/mirror`)

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

test('a breach check times out after two seconds', async (t) => {
  const timeout = t.mock.method(AbortSignal, 'timeout')
  await using server = await openStubServer(answering(''))
  const app = { log: openLog('silent'), clock: { now: () => 0 } }

  await breachList(app, { breachApiUrl: server.url }).isBreached(PASSWORD)

  const budgets = timeout.mock.calls.map((call) => call.arguments)
  assert.deepEqual(budgets, [[2 * SECOND]])
})

test('a later breach check does not change counts that were read before', async () => {
  await using server = await openStubServer(answering(''))
  const list = openBreachList(server.url)

  const before = list.counts()
  await list.isBreached(PASSWORD)

  assert.deepEqual(before, COUNTS)
})
