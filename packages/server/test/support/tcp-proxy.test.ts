import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newPostgres } from './empty-site.ts'
import { openTcpProxy } from './tcp-proxy.ts'
import { waitUntil } from './wait-until.ts'

/** Opens a proxy to a database with an empty table, connections through it, and a direct one. */
async function openWire() {
  await using opened = new AsyncDisposableStack()
  const postgres = await newPostgres()
  opened.defer(() => postgres.drop())
  const url = new URL(postgres.url)
  const wire = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  opened.defer(() => wire.close())
  url.port = String(wire.port)
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    await client.connect()
    opened.defer(() => client.end())
    return client
  }
  const [direct, over, next] = [
    await connect(postgres.url),
    await connect(url.href),
    await connect(url.href),
  ]
  await direct.query('create table item (id int)')
  const open = opened.move()
  return {
    wire,
    over,
    next,
    count: async () => Number((await direct.query('select count(*) from item')).rows[0].count),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

test('the test proxy delivers a request before it drops the response', async () => {
  await using opened = await openWire()
  const { wire, over, next, count } = opened

  wire.loseResponseTo('insert')
  const before = await over.query('select 1 as one')
  const lost = over.query('insert into item values (1)')

  assert.equal(before.rows.length, 1)
  await assert.rejects(lost, /Connection terminated/)
  assert.equal(await count(), 1)
  assert.equal((await next.query('insert into item values (2)')).rowCount, 1)
  wire.loseNextResponse()
  await assert.rejects(next.query('insert into item values (3)'), /Connection terminated/)
  assert.equal(await count(), 3)
})

test('the test proxy holds back requests or responses and delivers them later', async () => {
  await using opened = await openWire()
  const { wire, over, next, count } = opened
  let answered = 0
  const insert = (client: pg.Client, id: number) =>
    client.query('insert into item values ($1)', [id]).then(() => (answered += 1))

  wire.freeze(['answers'])
  const first = insert(over, 1)
  await waitUntil(async () => (await count()) === 1)
  const unanswered = answered
  wire.thaw()
  await first
  wire.freeze(['questions'])
  const second = insert(next, 2)
  for (let n = 0; n < 20; n += 1) await count() // a request that is not held back would arrive
  const unsent = [answered, await count()]
  wire.thaw()
  await second

  assert.deepEqual([unanswered, unsent, answered, await count()], [0, [1, 1], 2, 2])
})
