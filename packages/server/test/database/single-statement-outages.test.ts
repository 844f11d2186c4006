import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { isOutage } from '../../src/database/database-failure.ts'
import { CONNECTION_LIMITS } from '../../src/database/timeouts.ts'
import { briefly, connectionsTo, ECHO, openConnections, TIME_SCALE } from './open-connections.ts'

const WAIT = 'select pg_advisory_xact_lock(1) is null as waited'
const ONE = { sql: 'select 1', parameters: [] }
/** Shortens timeouts twentyfold, so that a server that does not respond is abandoned in less than a second. */
const QUICK = { second: 50 }
const WAITING_WRITE = 'insert into item select 0 from pg_advisory_xact_lock(1)'

test('after a connection is killed, the next statement works', async () => {
  await using server = await openConnections()
  await server.lock(1)
  const waiting = [WAIT, 'select 1 as one', 'select 2 as two'].map((sql) => server.ask(sql))
  const outcomes = Promise.allSettled(waiting)
  await server.untilBlocked(1)

  await server.kill()
  const failed = await outcomes
  const after = await server.ask('select 3 as three')

  assert.deepEqual(failed.map(failsAsOutage), [true, true, true])
  assert.deepEqual(after, [{ three: 3 }])
})

test('statements fail after six seconds when the server does not respond', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  await using server = await openConnections()
  await server.lock(1)
  const waiting = [WAIT, 'select 1 as one', WAITING_WRITE]
  const outcomes = Promise.allSettled(waiting.map((sql) => server.ask(sql)))
  await server.untilBlocked(2)

  pass(t, 5)
  const early = await Promise.race([outcomes, server.direct.query('select 1')])
  pass(t, 1)
  const failed = await Promise.race([outcomes, server.direct.query('select 1').then(() => [])])
  const after = failed.length > 0 && (await server.ask('select 3 as three'))

  assert.ok('rows' in early)
  assert.deepEqual(failed.map(failsAsOutage), [true, true, true])
  assert.deepEqual(after, [{ three: 3 }])
})

test('a server that accepts a connection but sends nothing is treated as an outage', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const connections = connectionsTo(`postgres://portal@127.0.0.1:${port}/portal`, QUICK)

  const [outcome] = await Promise.allSettled([connections.run(ONE)])
  silent.close()
  await connections.end()

  assert.ok(failsAsOutage(outcome))
})

test('reads queued behind a slow read succeed once the server has canceled the slow read', async () => {
  await using server = await openConnections()
  await server.lock(1)
  const asked = Promise.allSettled(
    [WAIT, ECHO, ECHO, ECHO].map((sql, n) =>
      server.ask(sql, ...(sql === ECHO ? ['a', n, null] : [])),
    ),
  )
  await server.untilBlocked(1)

  await server.cancel() // like its timeout, which on a busy machine could also end the other reads
  const outcomes = await asked

  const rows = [1, 2, 3].map((number) => ({ text: 'a', number, nothing: null }))
  assert.deepEqual(outcomes.map(briefly), ['57014', ...rows])
})

test('a slow read does not delay a read that starts two seconds later', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  await using server = await openConnections()
  await server.lock(1)
  const slow = server.ask(WAIT)
  await server.untilBlocked(1)

  pass(t, 2)
  const later = await server.ask('select 3 as three')
  await server.direct.query('select pg_advisory_unlock(1)')

  assert.deepEqual(later, [{ three: 3 }])
  assert.deepEqual(await slow, [{ waited: false }])
})

test('a write that waits for a lock delays neither reads nor other writes', async () => {
  await using server = await openConnections()
  await server.lock(1)
  const slow = server.ask(WAITING_WRITE)
  await server.untilBlocked(1)

  const writes = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      server.ask('insert into item values ($1) returning id', n + 1),
    ),
  )
  const read = await server.ask('select count(*) as count from item')
  await server.direct.query('select pg_advisory_unlock(1)')
  await slow

  assert.equal(writes.flat().length, 30)
  assert.deepEqual(read, [{ count: 30 }])
})

test('a write fails when no connection is free for three seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  await using server = await openConnections()
  await server.lock(1)
  const slow = Array.from({ length: CONNECTION_LIMITS.writes }, () => server.ask(WAITING_WRITE))
  await server.untilBlocked(CONNECTION_LIMITS.writes)

  const outcome = Promise.allSettled([server.ask('insert into item values (1)')])
  pass(t, 3)
  const [failed] = await outcome
  await server.direct.query('select pg_advisory_unlock(1)')
  await Promise.all(slow)

  assert.ok(failsAsOutage(failed))
})

test('a write that waits for a connection fails when the database closes', async () => {
  await using server = await openConnections()
  await server.lock(1)
  const slow = Promise.all(
    Array.from({ length: CONNECTION_LIMITS.writes }, () => server.ask(WAITING_WRITE)),
  )
  await server.untilBlocked(CONNECTION_LIMITS.writes)
  const waiting = Promise.allSettled([server.ask('insert into item values (1)')])

  const ended = server.connections.end()
  const [failed] = await Promise.race([waiting, server.direct.query('select 1').then(() => [])])
  await server.direct.query('select pg_advisory_unlock(1)')
  await Promise.all([ended, slow])

  assert.ok(failsAsOutage(failed))
})

test('an idle connection is closed after ten seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  await using server = await openConnections()
  const whoAmI = 'select pg_backend_pid() as pid'
  const [first] = await server.ask(whoAmI)

  pass(t, 9)
  const [same] = await server.ask(whoAmI)
  pass(t, 11)
  const [other] = await server.ask(whoAmI)
  await server.connections.end()

  assert.deepEqual(same, first)
  assert.notDeepEqual(other, first)
  await assert.rejects(server.ask(whoAmI), /the database is closed/)
})

function pass(t: TestContext, seconds: number): void {
  t.mock.timers.tick(seconds * TIME_SCALE.second)
}

function failsAsOutage(outcome: PromiseSettledResult<unknown> | undefined): boolean {
  return outcome?.status === 'rejected' && isOutage(outcome.reason)
}
