import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { isOutage } from '../../src/database/database-failure.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { newPostgresSite } from '../support/empty-site.ts'
import { freePort } from '../support/server-process.ts'
import { LONG_TIMEOUTS } from '../support/site.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

/**
 * Opens two proxies to a database, which stand for two machines and are listed in one database
 * address.
 */
async function openPair() {
  await using opened = new AsyncDisposableStack()
  const hosts = []
  const one = await newPostgresSite()
  opened.defer(() => one.drop())
  const url = new URL(one.url)
  for (const _ of [1, 2]) {
    const wire = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
    opened.defer(() => wire.close())
    hosts.push(wire)
  }
  const direct = new pg.Client(one.url)
  await direct.connect()
  opened.defer(() => direct.end())
  const [first, second] = hosts
  if (!first || !second) throw new Error('there are two')
  const nobody = await freePort()
  const list = [nobody, first.port, second.port].map((port) => `127.0.0.1:${port}`).join(',')
  const open = opened.move()
  return {
    first,
    second,
    address: `postgres://${url.username}@${list}${url.pathname}`,
    setReadOnly: (value: string) =>
      direct.query(`alter database "${url.pathname.slice(1)}" ${value}`),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

test('when one database host is lost, the site uses the next one', async () => {
  await using opened = new AsyncDisposableStack()
  const { first, second, address } = opened.use(await openPair())
  const db = await openDatabase({ dataDir: '', databaseUrl: address }, { timeScale: LONG_TIMEOUTS })
  opened.defer(() => db.destroy())
  const ask = () => sql`select 1`.execute(db).then(({ rows }) => rows.length)
  const ofEach = [await ask()]

  await first.cut()
  ofEach.push(await ask().catch(ask)) // a statement in progress may be lost
  await first.restore()
  await second.cut()
  ofEach.push(await ask().catch(ask))

  assert.deepEqual(ofEach, [1, 1, 1])
})

test('of several database hosts, a read-only one is refused by default', async () => {
  await using opened = new AsyncDisposableStack()
  const { address, setReadOnly } = opened.use(await openPair())
  const open = async (url: string) => {
    const db = await openDatabase({ dataDir: '', databaseUrl: url }, { timeScale: LONG_TIMEOUTS })
    await db.destroy()
    return 'open'
  }

  await setReadOnly('set default_transaction_read_only = on')
  const refused = await open(address).catch((error) => error)
  const any = await open(`${address}?target_session_attrs=any`)
  await setReadOnly('reset all')
  const writing = await open(address)

  assert.match(refused.message, /session is read-only/)
  assert.ok(isOutage(refused.reason))
  assert.deepEqual([any, writing], ['open', 'open'])
})

test('a database server without TLS is accepted only if sslmode makes TLS optional', async () => {
  await using opened = new AsyncDisposableStack()
  const postgres = await newPostgresSite()
  opened.defer(() => postgres.drop())
  const open = async (parameters: string) => {
    const db = await openDatabase({ dataDir: '', databaseUrl: `${postgres.url}?${parameters}` })
    await db.destroy()
    return 'open'
  }

  const preferring = await open('sslmode=prefer&connect_timeout=10')
  const requiring = await open('sslmode=require').catch(({ message }) => message)

  assert.equal(preferring, 'open')
  assert.match(requiring, /does not support SSL/)
})
