import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { test } from 'node:test'
import { briefly, connectionsTo, ECHO, queryWith } from './open-connections.ts'

const NAMES = `select name from pg_prepared_statements where name <> ''`

test('behind a pooler that loses prepared statements, each query gets its own result', async () => {
  await using pooler = await pretendPooler()
  const connections = connectionsTo(pooler.url)
  const ask = queryWith(connections)
  const divide = 'select 12 / $1::int as result'
  await Promise.all([ask(ECHO, 'a', 1, null), ask(divide, 1)])

  await pooler.changeServer()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => [ask(ECHO, 'a', n, null), ask(divide, n)]).flat(),
  )
  await connections.end()

  assert.deepEqual(
    outcomes.map(briefly),
    Array.from({ length: 100 }, (_, n) => [
      { text: 'a', number: n, nothing: null },
      n === 0 ? '22012' : { result: Math.trunc(12 / n) },
    ]).flat(),
  )
})

test('after a pooler has lost a prepared statement, statements are sent without names', async () => {
  await using pooler = await pretendPooler()
  const connections = connectionsTo(pooler.url)
  const ask = queryWith(connections)
  await ask(ECHO, 'a', 1, null)

  await pooler.changeServer()
  const answers = await Promise.all([2, 3].map((number) => ask(ECHO, 'a', number, null)))
  const names = await ask(NAMES)
  await connections.end()

  assert.deepEqual(
    answers.flat().map((row) => Object(row).number),
    [2, 3],
  )
  assert.deepEqual(names, [])
})

/**
 * Starts a stand-in for a connection pooler. It has one connection to PostgreSQL, whose prepared statements a test can
 * drop.
 */
async function pretendPooler() {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const target = { port: Number(url.port), host: url.hostname }
  const servers = new Set<ReturnType<typeof connect>>()
  const pretending = createServer((client) => {
    const server = connect(target)
    servers.add(server)
    client.pipe(server)
    let mutes = false
    server.on('data', (chunk: Buffer) => {
      const greeting = chunk.indexOf(BACKEND_KEY)
      if (greeting >= 0) chunk.writeInt32BE(1, greeting + BACKEND_KEY.length)
      if (!mutes) client.write(chunk)
      mutes = false
    })
    server.on('forget', (done: () => void) => {
      mutes = true
      server.once('data', done)
      server.write(DEALLOCATE)
    })
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.once('close', () => server.destroy())
    server.once('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(pretending, 'listening')
  const address = pretending.address()
  url.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: url.href,
    /** Removes all prepared statements, as if the next transaction used another server. */
    changeServer: () =>
      Promise.all(
        [...servers].map((server) => new Promise<void>((done) => server.emit('forget', done))),
      ),
    async [Symbol.asyncDispose]() {
      pretending.close()
    },
  }
}

/** The first bytes of the message with the id of the server's process. */
const BACKEND_KEY = Buffer.from([0x4b, 0, 0, 0, 12])
/** The message of the PostgreSQL protocol that runs `deallocate all`. */
const DEALLOCATE = Buffer.from('Q\0\0\0\x13deallocate all\0')
