import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog, requestLog } from './log.ts'

test('every line says at which millisecond it was written', (context) => {
  const now = Date.UTC(2030, 0, 1, 12)
  context.mock.timers.enable({ apis: ['Date'], now })
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })

  log.info('a')
  log.info('b')
  context.mock.timers.tick(1)
  log.info('c')

  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ time, msg }) => [msg, time]),
    [
      ['a', '2030-01-01T12:00:00.000Z'],
      ['b', '2030-01-01T12:00:00.000Z'],
      ['c', '2030-01-01T12:00:00.001Z'],
    ],
  )
})

test('whatever a value holds, it makes no line of its own and no other message', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const hostile = '/a\n{"level":"error","msg":"forged"}\r\u2028%s %d %o'

  log.warn({ reason: hostile }, 'a mail was refused')
  requestLog(log)({
    request: 'x-1',
    method: 'GET',
    path: hostile,
    status: 404,
    ms: 1,
    ip: '203.0.113.9',
    player: undefined,
  })

  assert.deepEqual(
    lines.map((line) => line.slice(0, -1).includes('\n')),
    [false, false],
  )
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ msg, reason, path }) => [msg, reason ?? path]),
    [
      ['a mail was refused', hostile],
      ['request', hostile],
    ],
  )
})
