import assert from 'node:assert/strict'
import { test } from 'node:test'
import { briefly, ECHO, openLines } from './open-lines.ts'

test('each of many askers at once gets the answer to its own question', async () => {
  await using server = await openLines()
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

test('values of other types are those that pg gives', async () => {
  await using server = await openLines()
  const every = `select true as yes, 1.5::float8 as half, '{"a":1}'::json as json, 7::int as seven,
    '\\x0102'::bytea as bytes, 1.50::numeric as exact, null::int as nothing, '' as empty`

  const [row] = await server.ask(every)

  assert.deepEqual([row], (await server.direct.query(every)).rows)
})

test('integers beyond those that are exact are the nearest number', async () => {
  await using server = await openLines()
  const texts = ['4031247186904191055', '-6119187681153903656', '9223372036854775807']

  const rows = await Promise.all(texts.map((text) => server.ask('select $1::bigint as n', text)))

  assert.deepEqual(
    rows,
    texts.map((text) => [{ n: Number(text) }]),
  )
})

test('a failing statement among others fails alone', async () => {
  await using server = await openLines()
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

test('a statement that cannot be prepared fails with its own error for all who ask it', async () => {
  await using server = await openLines()
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

test('reads that leave together and ask the same have one answer, others their own', async () => {
  await using server = await openLines()
  const chance = 'select random() as chance, $1::text as text'

  const [first, second, other] = await Promise.all(
    ['a', 'a', 'b'].map((text) => server.ask(chance, text)),
  )
  const later = await server.ask(chance, 'a')

  assert.deepEqual(second, first)
  assert.notEqual(second?.[0], first?.[0]) // rows of one's own
  assert.notDeepEqual(other, first)
  assert.notDeepEqual(later, first)
})

test('a value that no statement can take fails its own statement', async () => {
  await using server = await openLines()

  const outcomes = await Promise.allSettled([
    server.ask(ECHO, 'a', 1, null),
    server.ask(ECHO, Symbol('never'), 1, null),
    server.ask(ECHO, 'a\0b', 1, null),
    server.ask(ECHO, 'c', 3, null),
  ])

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
})

test('writes that no statement can take do not hold up those that wait behind them', async () => {
  await using server = await openLines()
  const insert = 'insert into item values ($1)'
  const values = [...Array.from({ length: 6 }, () => Symbol('never')), 7]

  const outcomes = await Promise.allSettled(values.map((value) => server.ask(insert, value)))

  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [...Array.from({ length: 6 }, () => 'rejected'), 'fulfilled'],
  )
})

test('what was changed and answered is seen by every later statement', async () => {
  await using server = await openLines()
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

test('how many rows a statement changed is told', async () => {
  await using server = await openLines()
  const insert = 'insert into item select generate_series(1, $1::int)'
  const run = (sql: string, ...parameters: unknown[]) => server.lines.run({ sql, parameters })

  const inserted = await run(insert, 1234)
  const updated = await run('update item set id = -id where id > $1', 1000)
  const none = await run('delete from item where id = $1', 0)

  const changed = [inserted, updated, none].map(({ numAffectedRows }) => numAffectedRows)
  assert.deepEqual(changed, [1234n, 234n, 0n])
})

test('a prepared statement survives a change of its table', async () => {
  await using server = await openLines()
  const read = 'select * from item where id = $1'
  await server.ask('insert into item values ($1)', 1)
  await server.ask(read, 1)

  await server.direct.query('alter table item add column name text')
  const rows = await Promise.all([1, 1, 2].map((id) => server.ask(read, id)))
  const later = await server.ask(read, 1)

  const row = { id: 1, name: null }
  assert.deepEqual([rows, later], [[[row], [row], []], [row]])
})

test('a prepared statement that the server has forgotten is sent again', async () => {
  await using server = await openLines()
  const insert = 'insert into item values ($1) returning id'
  await server.ask(insert, 1)

  await server.ask('deallocate all')
  const again = [await server.ask(insert, 2), await server.ask(insert, 3)]

  assert.deepEqual(again, [[{ id: 2 }], [{ id: 3 }]])
})
