import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { cleanupJobs } from '../../../src/jobs.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { updateUsername } from '../../../src/players/edit-store.ts'
import { reserveName } from '../../../src/players/name-store.ts'
import { edit } from '../../admin/players/edit-player.ts'
import { command, DONE, REFUSED } from '../../cli/command.ts'
import { openPreviousSite, previousSiteTest } from '../../sign-in/previous-site.ts'
import { auditEntries, owner } from '../../support/administrator.ts'
import { outcome, tally } from '../../support/browser.ts'
import { runInProcess } from '../../support/run-in-process.ts'
import { newFolder } from '../../support/server-process.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { register } from '../registration/registration.ts'

const KEPT = 90 * DAY

/** Creates the player Herobrine, for whom the name Steve is reserved. */
async function formerSteve(site: Site) {
  const player = await site.player('Herobrine')
  await reserveName(site.app.db, { playerId: player.id, name: 'Steve', now: site.now() })
  return player
}

async function importNames(site: Site, names: readonly string[]) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  writeFileSync(from, ['username', ...names].join('\n'))
  const given = ['import', 'csv', '--from', from, '--json', '--no-proof', '--skip-faulty']
  const { code, stdout, stderr } = await runInProcess(given, site.env)
  assert.equal(code, DONE, stderr)
  return { stderr, report: JSON.parse(stdout) }
}

siteTest(
  'a reserved name cannot be taken by registration, edit, command or import',
  async (site) => {
    await formerSteve(site)
    const notch = await owner(site)
    const alex = await site.player('Alex', { ip: '192.0.2.9' })

    const registered = await register(site, 'sTEVE', 1)
    const asked = await site.browser().get('/names/STEVE')
    const edited = await edit(notch, alex.id, { username: 'Steve' })
    const created = await command(site, ['player', 'create', 'Steve', 'steve@example.org'])
    const imported = await importNames(site, ['Steve', 'Jeb'])

    assert.equal(outcome(registered), '409 auth.usernametaken')
    assert.deepEqual(asked.body, { available: false, reason: 'taken' })
    assert.equal(outcome(edited), '409 name.kept')
    assert.equal(created.code, REFUSED)
    assert.match(created.stderr, /name\.kept: This name is reserved/)
    assert.equal(imported.report.imported, 1)
    assert.match(JSON.stringify(imported), /Steve.*reserved for a player who had it until recently/)
    const names = await site.app.db.selectFrom('player').select('username').execute()
    assert.ok(!names.some(({ username }) => username.toLowerCase() === 'steve'))
  },
)

previousSiteTest(
  'a reserved name cannot be taken by a sign-in through the previous site',
  async (site) => {
    await formerSteve(site)
    await using old = await openPreviousSite(site, { steve: { password: 'five5' } })

    const signedIn = await site.browser().logIn('Steve', 'five5')

    const [{ after } = assert.fail()] = await auditEntries(site, 'player.not-moved-in')
    assert.equal(outcome(signedIn), '401 auth.wrongcredentials')
    assert.equal(after, 'Steve: the name is kept for somebody')
    assert.deepEqual(old.asked, ['Steve five5'])
  },
)

sqliteTest('a player who takes a reserved name back ends its reservation', async (site) => {
  const herobrine = await formerSteve(site)
  const notch = await owner(site)

  const edited = await edit(notch, herobrine.id, { username: 'STEVE' })
  const renamed = await edit(notch, herobrine.id, { username: 'Herobrine' })
  const taken = await register(site, 'Steve', 1)

  assert.deepEqual([outcome(edited), outcome(renamed), outcome(taken)], ['200', '200', '201'])
})

sqliteTest('a name is reserved for exactly ninety days', async (site) => {
  await formerSteve(site)
  site.wait(KEPT - 1)

  const early = await register(site, 'Steve', 1)
  site.wait(1)
  const asked = await site.browser().get('/names/Steve')
  const late = await register(site, 'Steve', 2)

  assert.deepEqual([outcome(early), outcome(late)], ['409 auth.usernametaken', '201'])
  assert.deepEqual(asked.body, { available: true })
})

siteTest('the cleanup deletes only names whose reservation has ended', async (site) => {
  const herobrine = await formerSteve(site)
  site.wait(KEPT - DAY)
  await reserveName(site.app.db, { playerId: herobrine.id, name: 'Alex', now: site.now() })
  site.wait(DAY)

  await cleanupJobs(site.app).deleteReservedNames()

  const kept = await site.app.db.selectFrom('kept_name').select('name').execute()
  assert.deepEqual(
    kept.map(({ name }) => name),
    ['Alex'],
  )
})

siteTest(
  'concurrent registrations cannot take a name that its player gives up',
  async (site) => {
    const steve = await site.player('Steve')
    const name = { playerId: steve.id, name: 'Steve', now: site.now() }
    const waiting = async (): Promise<boolean> => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.app.db)
      return rows.length > 0
    }
    const six = Array.from({ length: 6 }, (_, turn) => turn)

    const replies = await site.app.db.transaction().execute(async (tx) => {
      await updateUsername(tx, steve.id, 'Herobrine')
      const registering = Promise.all(six.map((turn) => register(site, 'steve', turn, turn % 2)))
      if (site.database === 'PostgreSQL') await waitUntil(waiting)
      await reserveName(tx, name)
      return { registering }
    })

    assert.deepEqual(tally(await replies.registering), { '409 auth.usernametaken': 6 })
  },
  { instances: 2 },
)
