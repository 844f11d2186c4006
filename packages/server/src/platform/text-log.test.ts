import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { asText, formatFor, openLog, requestLog } from './log.ts'

/** Makes a log in the text format. Collects its lines without the local time. */
function textLog() {
  const written: string[] = []
  const log = openLog('info', asText({ write: (text) => void written.push(text) }))
  const lines = () =>
    stripVTControlCharacters(written.join(''))
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))
  return { log, lines }
}

const REQUEST = { request: 'x-1', method: 'GET', path: '/news', status: 200, ms: 3 }

test('a log entry in text format is one short line with its fields', () => {
  const { log, lines } = textLog()

  log.info({ signal: 'SIGTERM' }, 'stopping')
  log.warn({ why: 'no route', wait: 60 }, 'the start waits for the database')
  log.info({ applied: ['001-accounts', '002-proofs', '003-standing', '004-more'] }, 'migrated')
  requestLog(log)({ ...REQUEST, ip: '203.0.113.9', player: 'p-1' })

  assert.deepEqual(lines(), [
    'stopping signal=SIGTERM',
    'warn the start waits for the database why="no route" wait=60',
    'migrated applied=001-accounts,002-proofs,… (4)',
    'GET /news 200 3 ms 203.0.113.9',
  ])
})

test('a log entry in text format has a stack only at level error', () => {
  const { log, lines } = textLog()

  log.warn({ err: new Error('refused') }, 'a mail failed')
  log.error({ err: new Error('broken') }, 'a job failed')

  const [warning, error, ...stack] = lines()
  assert.deepEqual([warning, error], ['warn a mail failed: refused', 'error a job failed: broken'])
  assert.ok(stack.length > 0)
  for (const frame of stack) assert.match(frame, /^ {4}at /)
})

test('a hostile value cannot write control characters or another line to a terminal', () => {
  const { log, lines } = textLog()
  const hostile = '/a\n\u001b[2J\u009b31m\u2028\u202e'

  log.warn({ reason: hostile, count: 1 }, hostile)
  requestLog(log)({ ...REQUEST, path: hostile, ip: '', player: undefined })

  assert.equal(lines().length, 2)
  assert.doesNotMatch(lines().join(''), /[\p{C}\p{Zl}]/u)
})

test('the text format redacts the secrets that the JSON format redacts', () => {
  const { log, lines } = textLog()

  log.info({ password: 'letmein', outer: { token: 'letmein' } }, 'signed in')

  assert.doesNotMatch(lines().join(), /letmein/)
})

test('the log is text in a terminal and JSON elsewhere unless LOG_FORMAT decides', () => {
  assert.equal(formatFor(undefined, { isTTY: true }), 'text')
  assert.equal(formatFor(undefined, {}), 'json')
  assert.equal(formatFor('json', { isTTY: true }), 'json')
  assert.equal(formatFor('text', {}), 'text')
})
