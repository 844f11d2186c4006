import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from './log.ts'

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
