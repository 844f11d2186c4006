import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Tables } from '../../src/database/tables/tables.ts'
import { scrape } from '../operations/doctor/prometheus.ts'
import { bearer, outcome, type Reply } from '../support/browser.ts'
import { putModelInto } from '../support/empty-site.ts'
import { networkFaultTest } from '../support/proxied-site.ts'
import { startPortal } from '../support/server-process.ts'
import { LONG_TIMEOUTS, PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { openSmallDisk } from './small-disk.ts'

/** Asserts the full response to a request during an outage. */
function assertUnavailable(reply: Reply): void {
  assert.deepEqual(
    [reply.status, reply.body, reply.headers['retry-after']],
    [
      503,
      {
        error: 'unavailable',
        message:
          'The site cannot reach its database right now. Nothing was changed; please try again.',
        retryAfter: 5,
      },
      '5',
    ],
  )
}

/** Reads all rows that an account leaves in the database. */
async function contents(site: Site) {
  const tables = ['player', 'session', 'device', 'outbox', 'audit'] as const
  const rows: Partial<Record<keyof Tables, object[]>> = {}
  for (const table of tables)
    rows[table] = await site.app.db.selectFrom(table).selectAll().execute()
  return rows
}

/** Retries a request until the lost connections have been noticed, and returns its result. */
async function whenBack<T>(ask: () => Promise<T>): Promise<T | undefined> {
  let answer: T | undefined
  await waitUntil(async () => {
    answer = await ask().catch(() => undefined)
    return answer !== undefined
  })
  return answer
}

/** Counts the connections in the site's metrics. */
async function connectionsOf(site: Site): Promise<number> {
  const { values } = await scrape(site.browser())
  return Object.values(values('portal_database_connections')).reduce((sum, one) => sum + one, 0)
}

let visitors = 0

/** Registers from a new address, so that no limit applies. */
function register(site: Site, username: string): Promise<Reply> {
  visitors += 1
  const browser = site.browser({ ip: `198.51.${visitors >> 8}.${visitors & 255}` })
  const email = `${username}@example.org`
  return browser.post('/auth/register', { username, email, password: PASSWORD })
}

sqliteTest('a registration on a full disk changes nothing', async (site) => {
  const steve = await site.player('Steve')
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(site.app.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(site.app.db)

  let before = await contents(site)
  let refused = await register(site, 'Player0')
  for (let count = 1; refused.status === 201; count += 1) {
    before = await contents(site)
    refused = await register(site, `Player${count}`)
  }
  const after = await contents(site)
  const me = await site.browser().get('/auth/me', bearer(steve.accessToken))
  const name = `Player${(before.player?.length ?? 0) - 1}`
  await sql`pragma max_page_count = 1073741823`.execute(site.app.db)
  const taken = await register(site, name)

  assertUnavailable(refused)
  assert.deepEqual(after, before)
  assert.equal(me.status, 200)
  assert.deepEqual([taken.status, taken.body.user?.username], [201, name])
  const logged = site.logLines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error')
  assert.deepEqual(
    logged.map(({ msg, path, why }) => [msg, path, why]),
    [['database error; requests fail', '/auth/register', 'database or disk is full']],
  )
})

sqliteTest('a sign-in waits while another process writes to the database', async (site) => {
  await site.player('Steve')
  using other = new DatabaseSync(join(site.dataDir, 'portal.db'))
  other.exec('begin immediate')

  const login = site.browser().logIn('Steve', PASSWORD)
  const live = await site.browser().get('/health/live')
  other.exec('commit')

  assert.equal(live.status, 200)
  assert.equal((await login).status, 200)
})

test('a site on a full disk keeps running and recovers once there is space', async () => {
  using disk = openSmallDisk()
  putModelInto(disk.folder)
  await using server = await startPortal(disk.env)
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
  const steve = (await server.send('POST', '/auth/register', account)).body
  const logIn = () =>
    server.send('POST', '/auth/login', { username_or_email: 'Steve', password: PASSWORD })

  disk.fill(server.pid)
  await waitUntil(async () => (await logIn()).status !== 200)
  const refused = await logIn()
  const me = await server.send('GET', '/auth/me', undefined, bearer(steve.accessToken))
  const sessions = await server.send(
    'POST',
    '/auth/sessions/me',
    undefined,
    bearer(steve.accessToken),
  )
  disk.free(server.pid)
  const taken = await logIn()
  const renewed = await server.send('POST', '/auth/refresh', { refresh_token: steve.refreshToken })
  const later = await server.send('POST', '/auth/sessions/me', undefined, bearer(steve.accessToken))

  assert.deepEqual(
    [refused.status, refused.body.error, refused.headers.get('retry-after')],
    [503, 'unavailable', '5'],
  )
  assert.equal(me.status, 200)
  assert.deepEqual([taken.status, renewed.status], [200, 200])
  assert.equal(later.body.all.length, sessions.body.all.length + 1)
  assert.match(server.output.stdout, /"level":"error".*"database error; requests fail"/)
})

networkFaultTest(
  'every request that needs PostgreSQL gets 503 during an outage',
  async ({ site, proxy }) => {
    const steve = await site.player('Steve')
    const browser = site.browser()

    await proxy.cut()
    await waitUntil(async () => (await connectionsOf(site)) === 0) // the disconnections have been noticed
    const away = [
      await browser.logIn('Steve', PASSWORD),
      await browser.post('/auth/refresh', { refresh_token: steve.refreshToken }),
      await browser.get('/auth/me', bearer(steve.accessToken)),
      await register(site, 'Alex'),
      await browser.get('/health/ready'),
    ]
    const live = await browser.get('/health/live')
    await proxy.restore()
    const back = [
      await browser.get('/health/ready'),
      await browser.post('/auth/refresh', { refresh_token: steve.refreshToken }),
      await browser.logIn('Steve', PASSWORD),
      await register(site, 'Alex'),
    ]

    for (const reply of away) assertUnavailable(reply)
    assert.equal(live.status, 200)
    assert.deepEqual(back.map(outcome), ['200', '200', '200', '201'])
    const logged = site.logLines.map((line) => JSON.parse(line))
    const about = logged.filter(({ msg }) => msg === 'database error; requests fail')
    assert.deepEqual(
      about.map(({ reason, count, path }) => [reason, count, path]),
      [['ECONNREFUSED', 1, '/auth/login']], // later failures are counted in a later line
    )
  },
  { timeScale: LONG_TIMEOUTS },
)

networkFaultTest(
  'a change during which the connection is lost leaves nothing behind',
  async ({ site, proxy }) => {
    await site.player('Steve')
    const before = await contents(site)

    proxy.cutAt('insert into "audit"') // the last statement of a sign-in
    const lost = await site.browser({ agent: 'curl/8.0' }).logIn('Steve', PASSWORD)
    const after = await whenBack(() => contents(site))
    const again = await site.browser({ agent: 'curl/8.0' }).logIn('Steve', PASSWORD)

    assertUnavailable(lost)
    assert.deepEqual(after, before)
    assert.equal(again.status, 200)
  },
)

networkFaultTest('requests get 503 when PostgreSQL does not respond', async ({ site, proxy }) => {
  const steve = await site.player('Steve')

  proxy.freeze()
  let frozen: Reply | undefined
  const asked = site.browser().get('/auth/me', bearer(steve.accessToken))
  void asked.then((reply) => {
    frozen = reply
  })
  await waitUntil(() => frozen !== undefined)

  assertUnavailable(await asked)
})
