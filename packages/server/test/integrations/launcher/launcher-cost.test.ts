import assert from 'node:assert/strict'
import { CompiledQuery, type Dialect, Kysely } from 'kysely'
import { supportsAutocommit } from '../../../src/database/compiled-query.ts'
import { postgresDialect } from '../../../src/database/postgres/dialect.ts'
import { sqliteDialect } from '../../../src/database/sqlite/dialect.ts'
import type { Tables } from '../../../src/database/tables/tables.ts'
import { keyUsageRecorder } from '../../../src/integrations/api-keys/key-usage.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { buildSite } from '../../../src/server.ts'
import { openBrowser } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openStaff } from '../../support/staff.ts'
import { LAUNCHER_IP, openLauncher } from './launcher-server.ts'

sqliteTest(
  'a request of a launcher server for a profile takes at most three SQL statements',
  async (site) => {
    const owner = await openStaff(site, 'Owner', { superuser: true })
    await owner.role('vip', 5, ['player.*', '-player.skin.hd'])
    await owner.group('gold', ['player.cape.hd'])
    const plain = await site.player('Plain')
    const rich = await openStaff(site, 'Rich', { nodes: ['essentials.fly', 'a.b'], roles: ['vip'] })
    await owner.post(`/admin/players/${rich.id}/groups`, { group: 'gold', forever: true })
    await owner.post(`/admin/players/${rich.id}/ban`, { reason: 'x' })
    const watched = await openWatched(site)

    const costs: number[] = []
    for (const query of [
      { username: plain.username },
      { uuid: plain.id },
      { uuid: rich.id },
      { uuid: rich.id },
    ]) {
      const { reply, statements } = await watched.user(query)
      costs.push(statements.length)
      assert.equal(reply.status, 200)
    }
    const known = await watched.user({ uuid: rich.id }, { 'if-none-match': '*' })
    await watched.close()

    assert.deepEqual([...costs, known.statements.length], [2, 2, 3, 2, 2])
  },
)

sqliteTest('a player’s request for their own account takes one SQL statement', async (site) => {
  const steve = await site.player('Steve')
  const watched = await openWatched(site)

  const { reply, statements } = await watched.me(steve.accessToken)
  await watched.close()

  assert.deepEqual([reply.status, reply.body.user.username], [200, 'Steve'])
  assert.equal(statements.length, 1)
})

siteTest('a superuser has more permissions than a player with the same grants', async (site) => {
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const owner = await site.player('Owner')
  const { db } = site.app
  const mark = (id: string) => db.updateTable('player').where('id', '=', id)
  await mark(alex.id).set({ activated_at: null }).execute()
  await mark(owner.id).set({ superuser_at: site.now() }).execute()

  const counts: number[] = []
  for (const { browser, accessToken } of [steve, alex, owner]) {
    const reply = await browser.get('/auth/me', { authorization: `Bearer ${accessToken}` })
    counts.push(reply.body.user.permissions.length)
  }

  const [ofSteve = 0, ofAlex, ofOwner = 0] = counts
  assert.equal(ofAlex, 0)
  assert.ok(ofSteve > 0 && ofOwner > ofSteve, `${counts}`)
})

sqliteTest('a request with a refused key takes at most two SQL statements', async (site) => {
  await site.player('Steve')
  const watched = await openWatched(site)

  const refused = await watched.user({ username: 'Steve' }, {}, '192.0.2.99')
  const madeUp = await watched.user({ username: 'Steve' }, { authorization: 'Api-Key junk' })
  await watched.close()

  assert.deepEqual([refused.reply.status, refused.statements.length], [403, 2])
  assert.deepEqual([madeUp.reply.status, madeUp.statements.length], [401, 1])
})

sqliteTest('using a key again within a minute causes no write', async (site) => {
  await site.player('Steve')
  const watched = await openWatched(site)
  const notesOf = async (turns: number) => {
    let count = 0
    for (let turn = 0; turn < turns; turn += 1) {
      count += (await watched.user({ username: 'Steve' })).notes.length
    }
    return count
  }

  const writes = [await notesOf(1), await notesOf(20)]
  site.wait(MINUTE)
  writes.push(await notesOf(20))
  await watched.close()

  assert.deepEqual(writes, [1, 0, 1])
})

sqliteTest('every SQL statement for a profile uses an index', async (site) => {
  const steve = await site.player('Steve')
  const holder = await openStaff(site, 'Holder', { nodes: ['a.b'] })
  const watched = await openWatched(site)

  const statements: CompiledQuery[] = []
  for (const { id, username } of [steve, holder]) {
    statements.push(...(await watched.user({ username })).statements)
    statements.push(...(await watched.user({ uuid: id })).statements)
  }
  const plans = await Promise.all(statements.map((one) => planOf(site, one)))
  await watched.close()

  assert.equal(plans.length, 10)
  for (const plan of plans) {
    // `held` is a subquery that itself searches indexes for one player
    assert.doesNotMatch(plan, /^SCAN (?!held)|USE TEMP B-TREE/m)
    assert.match(plan, /^SEARCH/m)
  }
})

/** Opens the site again on connections that record statements. */
async function openWatched(site: Site) {
  const { secret } = await openLauncher(site)
  const [answers, notes] = [openRecorder(site), openRecorder(site)]
  const app = {
    ...site.app,
    db: answers.db,
    keyUsage: keyUsageRecorder({ ...site.app, db: notes.db }),
  }
  const server = await buildSite(app)
  await site.app.settings.read()

  return {
    /**
     * Requests a profile with an access token. @returns the response, and the SQL statements that were executed for it
     */
    async me(accessToken: string) {
      answers.statements.length = 0
      const headers = { authorization: `Bearer ${accessToken}` }
      const reply = await openBrowser(server, { ip: LAUNCHER_IP }).get('/auth/me', headers)
      return { reply, statements: [...answers.statements] }
    },
    /**
     * Requests a player with the API key. @returns the response, the SQL statements that were executed for it, and
     * those of the writes afterwards
     */
    async user(query: Record<string, string>, headers: Headers = {}, ip = LAUNCHER_IP) {
      answers.statements.length = 0
      notes.statements.length = 0
      const own = { authorization: `Api-Key ${secret}`, ...headers }
      const path = `/auth/launcher/user?${new URLSearchParams(query)}`
      const reply = await openBrowser(server, { ip }).get(path, own)
      await app.keyUsage.flushed()
      return { reply, statements: [...answers.statements], notes: [...notes.statements] }
    },
    async close() {
      await answers.db.destroy()
      await notes.db.destroy()
    },
  }
}

type Headers = Record<string, string>

/** Opens a connection that records every statement, also those that bypass Kysely's plugins. */
function openRecorder({ databaseUrl, dataDir }: Site) {
  const statements: CompiledQuery[] = []
  const dialect = databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(`${dataDir}/portal.db`)
  const adapter = dialect.createAdapter()
  if (supportsAutocommit(adapter)) {
    const { runAlone } = adapter
    adapter.runAlone = (statement) => {
      statements.push(CompiledQuery.raw(statement.sql, [...statement.parameters]))
      return runAlone.call(adapter, statement)
    }
  }
  const recording: Dialect = {
    createAdapter: () => adapter,
    createDriver: () => dialect.createDriver(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
  const log = ({ query }: { query: CompiledQuery }) => void statements.push(query)
  return { db: new Kysely<Tables>({ dialect: recording, log }), statements }
}

async function planOf({ app }: Site, { sql, parameters }: CompiledQuery): Promise<string> {
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await app.db.executeQuery<{ detail: string }>(query)
  return rows.map(({ detail }) => detail).join('\n')
}
