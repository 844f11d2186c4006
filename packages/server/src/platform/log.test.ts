import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openLog, requestLog } from './log.ts'

test('every line has the time of its writing in milliseconds', (context) => {
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

test('a hostile value in a log entry cannot forge another log line', () => {
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

test('the log line of a request contains the request, the player and the status', () => {
  const written: string[] = []
  const log = openLog('info', { write: (text) => void written.push(text) })
  const line = { method: 'GET', path: '/', status: 200, ms: 0, ip: '203.0.113.9', player: 'p-1' }

  requestLog(log)({ ...line, request: 'a' })

  const [first, ...more] = written.map((text) => JSON.parse(text))
  const { time: _, ...rest } = first
  assert.deepEqual(more, [])
  assert.deepEqual(rest, { level: 'info', ...line, request: 'a', msg: 'request' })
})

test('a log at level warn has no request lines', () => {
  const written: string[] = []
  const write = requestLog(openLog('warn', { write: (text) => void written.push(text) }))

  write({ request: 'a', method: 'GET', path: '/', status: 200, ms: 0, ip: '', player: undefined })

  assert.deepEqual(written, [])
})

/** Returns the arguments of Node for a program that logs one request and then runs the code `does`. */
function programThat(does: string): string[] {
  const code = `
    import { openLog, requestLog } from '${import.meta.dirname}/log.ts'
    const log = openLog('info')
    requestLog(log)({ request: 'a', method: 'GET', path: '/', status: 200, ms: 0, ip: '' })
    setImmediate(() => { ${does} })`
  return ['--input-type=module-typescript', '--eval', code]
}

test('buffered request lines are written before any other line and at exit', async () => {
  const run = promisify(execFile)

  const ended = await run(process.execPath, programThat('process.exit()'))
  const second = await run(process.execPath, programThat("log.warn('b')"))

  const lines = `${ended.stdout}${second.stdout}`.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['request', 'request', 'b'],
  )
})

test('a buffered request line is written after a while without other lines', async () => {
  const killed = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 9000)"
  const program = spawn(process.execPath, programThat(killed))

  const [line] = await Promise.race([once(program.stdout, 'data'), once(program, 'exit')])
  program.kill()

  assert.equal(JSON.parse(line).msg, 'request')
})
