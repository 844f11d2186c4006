import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SameAddressPlayer } from '@portal/contract'
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { deletePlayer } from '../../../src/account/deletion/delete-player.ts'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { listPlayersOfAddresses } from '../../../src/admin/players/same-address-store.ts'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { writeAudit } from '../../../src/audit/write-audit.ts'
import { type Db, speaksPostgres } from '../../../src/database/database.ts'
import { DAY, isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { newId, newUuid } from '../../../src/platform/random.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { openGame, turnOn } from '../../integrations/yggdrasil/game-player.ts'
import { outcome } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { databases, openSite, PASSWORD, type Site } from '../../support/site.ts'
import { openStaff, type Staff, sqliteStaffTest, staffTest } from '../../support/staff.ts'

const HOME = '203.0.113.7'
const MODERATOR = ['panel.players.read', 'panel.players.sessions']

const openModerator = (site: Site) => openStaff(site, 'Mod', { nodes: MODERATOR, ip: '192.0.2.1' })

async function others(by: Staff, playerId: string) {
  const { status, body } = await by.get(`/admin/players/${playerId}/same-address`)
  assert.equal(status, 200, JSON.stringify(body))
  const items: SameAddressPlayer[] = body.items
  return { ...body, items, names: items.map(({ username }) => username) }
}

/** Records a sign-in of a player on the site. */
async function signIn(site: Site, id: string, ip: string): Promise<void> {
  await writeAudit(site.app, { action: 'login.succeeded', actor: id, target: id, ip })
}

async function accountAt(site: Site, name: string, ip: string): Promise<string> {
  const id = await insertAccount(site, name)
  site.wait(MINUTE)
  await signIn(site, id, ip)
  return id
}

sqliteStaffTest('other accounts of an IP address are listed, the last seen first', async (site) => {
  const mod = await openModerator(site)
  const steve = await site.player('Steve', { ip: HOME })
  site.wait(MINUTE)
  const alt = await site.player('Alt', { ip: HOME })
  site.wait(MINUTE)
  const seenAt = site.now()
  const game = await site.player('Gamer', { ip: '203.0.113.8' })
  await turnOn(site)
  await openGame(site, { ip: HOME }).authenticate('Gamer')
  await site.player('Neighbor', { ip: '203.0.113.70' })
  await banPlayer(site.app, COMMAND_LINE, alt.id, { reason: 'griefing', expiresAt: null })

  const { items, total, isExact } = await others(mod, steve.id)

  assert.deepEqual(items, [
    { uuid: game.id, username: 'Gamer', lastSeenAt: isoInstant(seenAt), banned: false },
    { uuid: alt.id, username: 'Alt', lastSeenAt: isoInstant(seenAt - MINUTE), banned: true },
  ])
  assert.deepEqual({ total, isExact }, { total: 2, isExact: true })
})

sqliteStaffTest(
  'of IPv6 addresses, only accounts in the same /64 network are listed',
  async (site) => {
    const mod = await openModerator(site)
    const steve = await accountAt(site, 'Steve', '2001:db8:1::5')
    await accountAt(site, 'Written', '2001:db8:1:0:a:b:c:d')
    await accountAt(site, 'Shortened', '2001:db8:1::a:b:c')
    await accountAt(site, 'Beside', '2001:db8:1:1::5')
    await accountAt(site, 'Before', '2001:db8::1:0:0:5')

    const { names } = await others(mod, steve)

    assert.deepEqual(names, ['Shortened', 'Written'])
  },
)

sqliteStaffTest(
  'an account that shares several addresses with a player is listed once',
  async (site) => {
    const mod = await openModerator(site)
    const steve = await accountAt(site, 'Steve', HOME)
    const alt = await accountAt(site, 'Alt', HOME)
    await accountAt(site, 'Friend', '203.0.113.9')
    await signIn(site, steve, '203.0.113.9')
    site.wait(MINUTE)
    await signIn(site, alt, '203.0.113.9')
    await signIn(site, alt, '198.51.100.1')

    const { items, names, total } = await others(mod, steve)

    assert.deepEqual([names, total], [['Alt', 'Friend'], 2])
    assert.equal(items[0]?.lastSeenAt, isoInstant(site.now()))
  },
)

sqliteStaffTest(
  'players of one launcher server are not listed as sharing its address',
  async (site) => {
    const mod = await openModerator(site)
    const launcher = await openLauncher(site)
    const steve = await site.player('Steve', { ip: HOME })
    await site.player('Vasya', { ip: '203.0.113.9' })
    for (const name of ['Steve', 'Vasya']) {
      const reply = await launcher.authenticate(name, PASSWORD)
      assert.equal(reply.status, 200)
    }

    const { total, isExact } = await others(mod, steve.id)

    assert.deepEqual({ total, isExact }, { total: 0, isExact: true })
  },
)

sqliteStaffTest('listing accounts with the same address requires two permissions', async (site) => {
  const mod = await openModerator(site)
  const boss = await openStaff(site, 'Boss', { superuser: true, ip: HOME })
  await site.player('Alt', { ip: HOME })
  const reader = await openStaff(site, 'Reader', {
    nodes: MODERATOR.slice(0, 1),
    ip: '192.0.2.2',
  })
  const closer = await openStaff(site, 'Closer', { nodes: MODERATOR.slice(1), ip: '192.0.2.3' })

  const replies = [reader, closer].map((one) => one.get(`/admin/players/${boss.id}/same-address`))

  assert.deepEqual((await Promise.all(replies)).map(outcome), Array(2).fill('403 auth.forbidden'))
  assert.deepEqual((await others(mod, boss.id)).names, ['Alt'])
})

staffTest('a deleted player is in no list of accounts with the same address', async (site) => {
  const mod = await openModerator(site)
  const steve = await site.player('Steve', { ip: HOME })
  const alt = await site.player('Alt', { ip: HOME })
  const before = await others(mod, steve.id)

  await deletePlayer(site.app, COMMAND_LINE, alt.id, { username: 'Alt', reason: 'They asked' })

  const after = await others(mod, steve.id)
  const left = await site.app.db
    .selectFrom('audit')
    .select('target')
    .where('ip', '=', HOME)
    .where('action', '=', 'login.succeeded')
    .execute()
  assert.deepEqual([before.names, before.total], [['Alt'], 1])
  assert.deepEqual([after.names, after.total, left.length], [[], 0, 1])
  assert.equal((await mod.get(`/admin/players/${alt.id}/same-address`)).status, 404)
})

sqliteStaffTest(
  'an account of a launcher probe is not among accounts with the same address',
  async (site) => {
    const mod = await openModerator(site)
    const steve = await accountAt(site, 'Steve', HOME)
    const probe = await accountAt(site, 'Probe', HOME)
    const ends = { ends_at: site.now() + DAY }
    await site.app.db.updateTable('player').set(ends).where('id', '=', probe).execute()

    const { names, total } = await others(mod, steve)

    assert.deepEqual([names, total], [[], 0])
  },
)

staffTest('of an address with many accounts, at most 50 are listed', async (site) => {
  const mod = await openModerator(site)
  const steve = await accountAt(site, 'Steve', HOME)
  await accountAt(site, 'Far', '203.0.113.9')
  await signIn(site, steve, '203.0.113.9')
  await insertCrowd(site, 50)
  site.wait(MINUTE)
  await signIn(site, steve, HOME) // so this address is read first
  const small = await others(mod, steve)
  await insertCrowd(site, 1000)

  const large = await others(mod, steve)

  assert.deepEqual([small.items.length, small.total, small.isExact], [50, 51, true])
  assert.deepEqual([large.items.length, large.total, large.isExact], [50, 1050, false])
})

sqliteStaffTest(
  'only the latest 2,000 sign-ins of an address are searched for accounts',
  async (site) => {
    const mod = await openModerator(site)
    const early = await accountAt(site, 'Early', HOME)
    const steve = await accountAt(site, 'Steve', HOME)
    const none = { before: null, after: null }
    const row = { ...none, action: 'login.succeeded', actor: steve, target: steve, ip: HOME }
    const sign = async (times: number) => {
      const rows = Array.from({ length: times }, () => newId(site.app.random))
      const values = rows.map((id) => ({ ...row, id, at: site.now() }))
      await site.app.db.insertInto('audit').values(values).execute()
    }
    await sign(1997)
    const below = await others(mod, steve)
    await sign(2)

    const above = await others(mod, steve)

    assert.deepEqual([below.names, below.isExact], [['Early'], true])
    assert.deepEqual([above.names, above.isExact], [[], false])
    assert.equal((await others(mod, early)).names[0], 'Steve')
  },
)

sqliteStaffTest(
  'only the latest 20 addresses of a player are searched for accounts',
  async (site) => {
    const mod = await openModerator(site)
    const steve = await accountAt(site, 'Steve', HOME)
    await accountAt(site, 'Alt', HOME)
    for (let last = 1; last < 20; last += 1) {
      site.wait(MINUTE)
      await signIn(site, steve, `198.51.100.${last}`)
    }
    const within = await others(mod, steve)
    site.wait(MINUTE)
    await signIn(site, steve, '198.51.100.20')

    const beyond = await others(mod, steve)

    assert.deepEqual([within.names, within.isExact], [['Alt'], true])
    assert.deepEqual([beyond.names, beyond.isExact], [[], false])
  },
)

for (const kind of databases) {
  test(`the query for sign-ins from an address reads only the part of an index with that address (${kind})`, async () => {
    await using site = await openForPlan(kind)
    const { db } = site.app
    const range = { from: HOME, below: `${HOME} ` }

    const plan = await planOf(db, (on) => listPlayersOfAddresses(on, range, 2000))

    const index = {
      SQLite: /SEARCH audit USING INDEX audit_sign_in_ip_index \(ip>\? AND ip<\?\)/,
      PostgreSQL:
        /Index Only Scan.* using audit_sign_in_ip_index .*Index Cond: \(\(ip >= .* AND \(ip < /s,
    }
    assert.match(plan, index[kind])
    assert.doesNotMatch(plan, /TEMP B-TREE FOR ORDER|Sort Key: .*ip/)
  })
}

/** Opens a site with sign-ins from many addresses, so that a planner has a reason to use an index. */
async function openForPlan(kind: (typeof databases)[number]) {
  const site = await openSite(kind)
  for (let last = 0; last < 20; last += 1) await insertCrowd(site, 100, `198.51.100.${last}`)
  await sql`analyze`.execute(site.app.db)
  return { ...site, [Symbol.asyncDispose]: site.close }
}

async function planOf(db: Db, work: (on: Db) => Promise<unknown>): Promise<string> {
  let query: CompiledQuery | undefined
  const record: KyselyPlugin = {
    transformQuery({ node }) {
      query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(record))
  assert.ok(query)
  const explain = speaksPostgres(db) ? 'explain' : 'explain query plan'
  const raw = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters])
  const { rows } = await db.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(raw)
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n')
}

let crowds = 0

/** Inserts `size` accounts, each with a sign-in from the address. */
async function insertCrowd(site: Site, size: number, ip = HOME): Promise<void> {
  const { db, random } = site.app
  crowds += 1
  const at = site.now()
  const ids = Array.from({ length: size }, () => newUuid(random))
  const players = ids.map((id, n) => {
    const name = `p${crowds}_${n}`
    const account = { id, username: name, username_key: name, email: null, email_key: null }
    return { ...account, password_hash: '', locale: 'en', created_at: at }
  })
  const none = { before: null, after: null }
  const signIns = ids.map((id) => {
    return { ...none, id: newId(random), action: 'login.succeeded', actor: id, target: id, ip, at }
  })
  await db.insertInto('player').values(players).execute()
  await db.insertInto('audit').values(signIns).execute()
}
