import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONNECTION_LIMITS } from '../../src/database/timeouts.ts'
import { briefly, ECHO, openConnections } from './open-connections.ts'

test('each of many concurrent queries gets its own result', async () => {
  await using server = await openConnections()
  const long = 'ы€🙂 '.repeat(40_000)
  const asked = Array.from({ length: 2000 }, (_, n) => ({
    text: n % 400 === 0 ? `${n}${long}` : `${n}`,
    number: n % 2 ? n ** 4 : -1 - n,
    nothing: null,
  }))

  const answers = await Promise.all(asked.map((row) => server.ask(ECHO, ...Object.values(row))))

  assert.deepEqual(
    answers,
    asked.map((row) => [row]),
  )
})

test('a failing statement does not affect concurrent statements', async () => {
  await using server = await openConnections()
  const divide = 'select 12 / $1::int as result'

  const outcomes = await Promise.allSettled([3, 0, 2, 0, 1].map((n) => server.ask(divide, n)))

  assert.deepEqual(outcomes.map(briefly), [
    { result: 4 },
    '22012',
    { result: 6 },
    '22012',
    { result: 12 },
  ])
})

test('callers of a statement that cannot be prepared all get its error', async () => {
  await using server = await openConnections()
  const wrong = 'select nothing_like_this'

  const outcomes = await Promise.allSettled(
    [wrong, ECHO, wrong, wrong].map((sql) =>
      server.ask(sql, ...(sql === ECHO ? ['a', 1, null] : [])),
    ),
  )
  const later = await server.ask(ECHO, 'b', 2, null)

  const row = { text: 'a', number: 1, nothing: null }
  assert.deepEqual(outcomes.map(briefly), ['42703', row, '42703', '42703'])
  assert.deepEqual(later, [{ text: 'b', number: 2, nothing: null }])
})

test('equal reads that start together are executed separately', async () => {
  await using server = await openConnections()

  const answers = await Promise.all([1, 2, 3].map(() => server.ask('select random() as chance')))

  assert.equal(new Set(answers.flat().map((row) => Object(row).chance)).size, 3)
})

test('an unsupported value fails only its own statement', async () => {
  await using server = await openConnections()
  const unsendable = {
    toPostgres() {
      throw new Error('never')
    },
  }

  const outcomes = await Promise.allSettled([
    server.ask(ECHO, 'a', 1, null),
    server.ask(ECHO, unsendable, 1, null),
    server.ask(ECHO, 'a\0b', 1, null),
    server.ask(ECHO, 'c', 3, null),
  ])

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
})

test('writes with unsupported values do not block the queue', async () => {
  await using server = await openConnections()
  const insert = 'insert into item values ($1)'
  const values = [...Array.from({ length: CONNECTION_LIMITS.writes }, () => 'never'), 7]

  const outcomes = await Promise.allSettled(values.map((value) => server.ask(insert, value)))

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [...Array.from({ length: CONNECTION_LIMITS.writes }, () => 'rejected'), 'fulfilled'],
  )
})

test('an acknowledged change is visible to every later statement', async () => {
  await using server = await openConnections()
  const writeAndRead = async (id: number): Promise<unknown[]> => {
    await server.ask('insert into item values ($1)', id)
    return server.ask('select id from item where id = $1', id)
  }

  const seen = await Promise.all(Array.from({ length: 300 }, (_, n) => writeAndRead(n)))

  assert.deepEqual(
    seen,
    seen.map((_, id) => [{ id }]),
  )
})

test('a prepared statement still works after its table has changed', async () => {
  await using server = await openConnections()
  const read = 'select * from item where id = $1'
  await server.ask('insert into item values ($1)', 1)
  await server.ask(read, 1)

  await server.direct.query('alter table item add column name text')
  const rows = await Promise.all([1, 1, 2].map((id) => server.ask(read, id)))
  const later = await server.ask(read, 1)

  const row = { id: 1, name: null }
  assert.deepEqual([rows, later], [[[row], [row], []], [row]])
})

test('a prepared statement that the server has lost is sent again', async () => {
  await using server = await openConnections()
  const insert = 'insert into item values ($1) returning id'
  await server.ask(insert, 1)

  await server.ask('deallocate all')
  const again = [await server.ask(insert, 2), await server.ask(insert, 3)]

  assert.deepEqual(again, [[{ id: 2 }], [{ id: 3 }]])
})
