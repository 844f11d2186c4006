import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { briefly, ECHO, linesTo, pooledLinesTo } from './open-lines.ts'

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

test('a pooler is recognised by the process that it names', async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const [port, host] = [Number(url.port), url.hostname]
  const direct = linesTo(url.href)
  await using pretending = await pretendPooler({ port, host })
  url.port = String(pretending.port)
  const pooled = linesTo(url.href)
  const namesOf = async (lines: typeof direct) => {
    const question = {
      sql: `select name from pg_prepared_statements where name <> ''`,
      parameters: [],
    }
    await lines.run(question)
    return (await lines.run(question)).rows.length
  }

  const names = await Promise.allSettled([namesOf(direct), namesOf(pooled)])
  await Promise.all([direct.end(), pooled.end()])

  assert.deepEqual(
    names.map((one) => one.status === 'fulfilled' && one.value),
    [1, 0],
  )
})

/** Opens a way to a server that names another process, as poolers do. */
async function pretendPooler(target: { port: number; host: string }) {
  const pretending = createServer((client) => {
    const server = connect(target)
    client.pipe(server)
    server.on('data', (chunk: Buffer) => {
      const greeting = chunk.indexOf(BACKEND_KEY)
      if (greeting >= 0) chunk.writeInt32BE(1, greeting + BACKEND_KEY.length)
      client.write(chunk)
    })
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.once('close', () => server.destroy())
    server.once('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(pretending, 'listening')
  const address = pretending.address()
  return {
    port: typeof address === 'object' ? address?.port : 0,
    async [Symbol.asyncDispose]() {
      pretending.close()
    },
  }
}

/** The message in which a server names its process. */
const BACKEND_KEY = Buffer.from([0x4b, 0, 0, 0, 12])
