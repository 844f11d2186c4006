import assert from 'node:assert/strict'
import { test } from 'node:test'
import { briefly, ECHO, pooledLinesTo } from './open-lines.ts'

/** Runs a story on lines that know no names. */
function pooledTest(name: string, story: (ask: Ask) => Promise<void>): void {
  test(name, async () => {
    const lines = pooledLinesTo(process.env.TEST_DATABASE_URL ?? '')
    try {
      await story(async (sql, ...parameters) => (await lines.run({ sql, parameters })).rows)
    } finally {
      await lines.end()
    }
  })
}

type Ask = (sql: string, ...parameters: unknown[]) => Promise<unknown[]>

pooledTest(
  'behind a pooler each of many askers gets the answer to its own question',
  async (ask) => {
    const asked = Array.from({ length: 300 }, (_, number) => ({
      text: `${number}`,
      number,
      nothing: null,
    }))

    const answers = await Promise.all(
      asked.flatMap((row) => [
        ask(ECHO, ...Object.values(row)),
        ask('select $1::int as n', row.number),
      ]),
    )

    assert.deepEqual(
      answers,
      asked.flatMap((row) => [[row], [{ n: row.number }]]),
    )
  },
)

pooledTest('behind a pooler a failing statement among others fails alone', async (ask) => {
  const divide = 'select 12 / $1::int as result'

  const outcomes = await Promise.allSettled(
    [3, 0, 2, Symbol('never'), 0, 1, Symbol('never')].map((value) => ask(divide, value)),
  )
  const later = await ask(divide, 4)

  assert.deepEqual(
    outcomes.map((outcome) =>
      outcome.status === 'rejected' && !outcome.reason.code ? 'none' : briefly(outcome),
    ),
    [{ result: 4 }, '22012', { result: 6 }, 'none', '22012', { result: 12 }, 'none'],
  )
  assert.deepEqual(later, [{ result: 3 }])
})

pooledTest('behind a pooler no name is given to a statement', async (ask) => {
  await Promise.all([1, 2, 3].map((number) => ask(ECHO, 'a', number, null)))

  assert.deepEqual(await ask('select name from pg_prepared_statements where name <> $1', ''), [])
})
