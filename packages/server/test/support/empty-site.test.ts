import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSite, type Site } from './site.ts'

/**
 * Runs `act` on the site of one test. Returns the names that the next test finds, and whether it has the same database.
 */
async function found(act: (site: Site) => Promise<unknown>) {
  const before = await openSite('PostgreSQL')
  await act(before)
  await before.close()
  await using after = await openStory()
  const { rows } = await sql<{ name: string }>`
    select username as name from player union all select id from bundle union all
    select attname from pg_attribute where attrelid = 'player'::regclass and attname = 'shoe_size'
    order by 1`.execute(after.site.app.db)
  return {
    isSame: after.site.databaseUrl === before.databaseUrl,
    found: rows.map(({ name }) => name),
  }
}

async function openStory() {
  const site = await openSite('PostgreSQL')
  return { site, [Symbol.asyncDispose]: () => site.close() }
}

test('a test finds no rows of the previous test in its database', async () => {
  const nothing = await found(async () => undefined)
  const player = await found((site) => site.player('Steve'))

  assert.deepEqual(nothing, { isSame: true, found: ['banned', 'default', 'unactivated'] })
  assert.deepEqual(player, nothing)
})

test('a database whose schema a test has changed is not used again', async () => {
  const changed = await found((site) =>
    sql`alter table player add column shoe_size integer`.execute(site.app.db),
  )

  assert.deepEqual(changed, { isSame: false, found: ['banned', 'default', 'unactivated'] })
})

test('closing a site continues if one of its parts fails to close', async () => {
  const site = await openSite('SQLite', { instances: 2 })
  const [first, second] = site.instances
  const broken = new Error('it stays open')
  const close = second?.app.close
  if (second) second.app.close = () => Promise.reject(broken)

  await assert.rejects(site.close(), broken)

  await close?.()
  const closed = await first?.server.inject('/health/live').catch(() => 'closed')
  assert.deepEqual([closed, existsSync(site.dataDir)], ['closed', false])
})
