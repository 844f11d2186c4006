import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isOutage } from '../../src/database/database-failure.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { insertAccount } from '../support/insert-account.ts'
import { openSite, type Site } from '../support/site.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

/** Runs a test on PostgreSQL, because transactions on SQLite cannot conflict. */
function conflictTest(name: string, run: (site: Site, steve: string, alex: string) => unknown) {
  test(name, async () => {
    const site = await openSite('PostgreSQL', { instances: 2 })
    try {
      await run(site, await insertAccount(site, 'Steve'), await insertAccount(site, 'Alex'))
    } finally {
      await site.close()
    }
  })
}

conflictTest(
  'two transactions in a deadlock both succeed after a retry',
  async (site, steve, alex) => {
    const bothBegan = meetingOf(2)
    const begun: string[] = []
    const pay = (instance: number, from: string, to: string) =>
      dbOf(site, instance)
        .transaction()
        .execute(async (tx) => {
          begun.push(from)
          await addToBalance(tx, from, -1)
          await bothBegan()
          await addToBalance(tx, to, 1)
        })

    await Promise.all([pay(0, steve, alex), pay(1, alex, steve)])

    assert.equal(begun.length, 3) // one was rolled back and started again
    assert.deepEqual(await balances(site), [0, 0])
  },
)

conflictTest(
  'conflicting serializable transactions all succeed after retries',
  async (site, steve) => {
    const firstAllRead = meetingOf(4)
    let begun = 0
    const earn = (instance: number) =>
      dbOf(site, instance)
        .transaction()
        .execute(async (tx) => {
          begun += 1
          await sql`set transaction isolation level serializable`.execute(tx)
          const had = await balanceOf(tx, steve)
          await firstAllRead()
          const set = { virtual_cents: had + 1 }
          await tx.updateTable('player').set(set).where('id', '=', steve).execute()
        })

    await Promise.all([earn(0), earn(1), earn(0), earn(1)])

    assert.ok(begun > 4)
    assert.equal(await balanceOf(site.app.db, steve), 4)
  },
)

conflictTest('a transaction that PostgreSQL always rolls back fails as an outage', async (site) => {
  let begun = 0
  const hopeless = site.app.db.transaction().execute(async (tx) => {
    begun += 1
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
  })

  await assert.rejects(hopeless, isOutage)
  assert.equal(begun, 5)
})

conflictTest('a transaction whose commit was lost is not repeated', async (site, steve) => {
  await using opened = new AsyncDisposableStack()
  const url = new URL(site.databaseUrl)
  const wire = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(wire.port)
  opened.defer(() => wire.close())
  const db = await openDatabase({ dataDir: '', databaseUrl: url.href })
  opened.defer(() => db.destroy())
  let begun = 0

  const lost = db.transaction().execute(async (tx) => {
    begun += 1
    await addToBalance(tx, steve, 1)
    wire.cutAt('commit')
  })

  await assert.rejects(lost, isOutage)
  assert.equal(begun, 1)
})

type Db = Site['app']['db']

function dbOf(site: Site, instance: number): Db {
  return site.instances[instance]?.app.db ?? site.app.db
}

/** Makes a barrier: it releases all callers once `count` have arrived, and later ones immediately. */
function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === count) resolve()
    return promise
  }
}

async function addToBalance(db: Db, id: string, cents: number): Promise<void> {
  const set = sql<number>`virtual_cents + ${cents}`
  await db.updateTable('player').set({ virtual_cents: set }).where('id', '=', id).execute()
}

async function balanceOf(db: Db, id: string): Promise<number> {
  const player = db.selectFrom('player').select('virtual_cents').where('id', '=', id)
  return (await player.executeTakeFirstOrThrow()).virtual_cents
}

async function balances(site: Site): Promise<number[]> {
  const players = await site.app.db.selectFrom('player').select('virtual_cents').execute()
  return players.map(({ virtual_cents }) => virtual_cents)
}
