import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { deletePlayer } from '../../../src/account/deletion/delete-player.ts'
import {
  deletePlayerRows,
  replaceWithTombstone,
} from '../../../src/account/deletion/tombstone-store.ts'
import { importPlayers } from '../../../src/import/import-players.ts'
import { EMPTY_PLAYER } from '../../../src/import/read/imported-player.ts'
import { DAY, MINUTE } from '../../../src/platform/clock.ts'
import { DONE, REFUSED } from '../../cli/command.ts'
import { openPreviousSite, previousSiteTest } from '../../sign-in/previous-site.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { auditEntries } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { type Ended, runInProcess } from '../../support/run-in-process.ts'
import { newFolder } from '../../support/server-process.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { playersAndTombstones } from './leaver.ts'

const UUID = '0b3f2a54-7c1d-4e8f-9a6b-000000000001'
const KEPT = 90 * DAY
const OLD = 'five5'
const DELETED = /Steve: .*its player was deleted on this site|line 2: uuid: its player was deleted/

/** Runs `import csv` or `import players` with Steve, and with a player who can always be imported. */
async function importSteve(site: Site, args: readonly string[], { uuid = UUID, other = 'Jeb' }) {
  using folder = newFolder()
  const from = join(folder.path, 'players.csv')
  const rows = [`Steve,steve@old.example,${uuid}`, `${other},${other}@old.example,`]
  writeFileSync(from, ['username,email,uuid', ...rows].join('\n'))
  return await runInProcess(
    args.map((arg) => (arg === 'FILE' ? from : arg)),
    site.env,
  )
}

const CSV = ['import', 'csv', '--from', 'FILE', '--no-proof']
const PLAYERS = ['import', 'players', 'FILE']

async function deleteSteve(site: Site, id: string): Promise<void> {
  await deletePlayer(site.app, BY_OWNER, id, { username: 'Steve', reason: 'They asked' })
}

/** Deletes the reservations of names. Commands use the clock of the machine, so a test cannot wait for their end. */
async function freeNames(site: Site): Promise<void> {
  await site.app.db.deleteFrom('kept_name').execute()
}

for (const [what, args] of Object.entries({ 'import csv': CSV, 'import players': PLAYERS })) {
  siteTest(`${what} does not import the UUID of a deleted player`, async (site) => {
    const came = await importSteve(site, args, { other: 'Alex' })
    await deleteSteve(site, UUID)
    await freeNames(site)

    const whole = await importSteve(site, args, {})
    const rest = await importSteve(site, [...args, '--skip-faulty'], {})

    assert.equal(came.code, DONE, came.stderr)
    assert.deepEqual([whole.code, rest.code], [REFUSED, DONE], rest.stderr)
    assert.match(saidBy(whole), DELETED)
    assert.match(saidBy(rest), DELETED)
    assert.deepEqual(await playersAndTombstones(site), {
      players: ['Alex', 'Jeb'],
      tombstones: [UUID],
    })
  })
}

siteTest('a repeated import skips a deleted player whose name is still reserved', async (site) => {
  const again = [...CSV, '--skip-faulty', '--update']
  await importSteve(site, CSV, { uuid: '' })
  const [{ id } = assert.fail()] = await playersCalled(site, 'Steve')
  await deleteSteve(site, id)

  const kept = await importSteve(site, again, { uuid: '' })
  const before = await playersCalled(site, 'Steve')
  await freeNames(site)
  await importSteve(site, again, { uuid: '' })
  const [after] = await playersCalled(site, 'Steve')

  assert.equal(kept.code, DONE, kept.stderr)
  assert.match(saidBy(kept), /Steve: .*reserved for a player who had it until recently/)
  assert.deepEqual(before, [])
  assert.ok(after && after.id !== id, 'a new account with a uuid of its own')
})

siteTest('an import fails if one of its players is deleted while it runs', async (site) => {
  const player = { ...EMPTY_PLAYER, username: 'Steve', email: 's@old.example', uuid: UUID }
  const row = { row: 2, player, faults: [], notes: [] }
  const husk = { id: UUID, deleted_at: site.now() }
  async function* slices() {
    yield [row]
  }
  const slot = {
    reportProgress: () => () => undefined,
    markWriting: async () => void (await site.app.db.insertInto('husk').values(husk).execute()),
    finish: async () => undefined,
  }

  const options = { skipFaulty: false, dryRun: false, offlineUuids: false }
  const imported = importPlayers(site.app, slices(), options, slot)

  await assert.rejects(imported, /was deleted on this site/)
  assert.deepEqual((await playersAndTombstones(site)).players, [])
})

previousSiteTest(
  'a deleted player who signs in through the previous site gets a new UUID',
  async (site) => {
    await using old = await openPreviousSite(site, {
      steve: { password: OLD, email: 'steve@old.example', uuid: UUID },
    })
    const signIn = () => site.browser().logIn('Steve', OLD)
    const first = await signIn()
    await deleteSteve(site, UUID)
    site.wait(KEPT - 1)

    const early = await signIn()
    const byAddress = await site.browser().logIn('steve@old.example', OLD)
    const between = await playersAndTombstones(site)
    site.wait(10 * MINUTE)
    const late = await signIn()

    assert.deepEqual([first.body.user.uuid, first.body.user.email], [UUID, 'steve@old.example'])
    assert.deepEqual([early, byAddress].map(outcome), [
      '401 auth.wrongcredentials',
      '401 auth.wrongcredentials',
    ])
    assert.deepEqual(between, { players: [], tombstones: [UUID] })
    assert.equal(late.status, 200)
    assert.notEqual(late.body.user.uuid, UUID)
    assert.deepEqual((await playersAndTombstones(site)).tombstones, [UUID])
    assert.equal(old.asked.length, 3)
  },
)

previousSiteTest(
  'concurrent sign-ins through the previous site do not reuse a deleted player’s UUID',
  async (site) => {
    const steve = await site.player('Steve')
    await using _old = await openPreviousSite(site, { alex: { password: OLD, uuid: steve.id } })
    const waiting = async (): Promise<boolean> => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.app.db)
      return rows.length > 0
    }
    const six = Array.from({ length: 6 }, (_, turn) => turn)

    const { signingIn } = await site.app.db.transaction().execute(async (tx) => {
      await deletePlayerRows(tx, steve.id)
      await replaceWithTombstone(tx, steve.id, site.now())
      const signingIn = Promise.all(
        six.map((turn) => site.browser({ instance: turn % 2 }).logIn('Alex', OLD)),
      )
      if (site.database === 'PostgreSQL') await waitUntil(waiting)
      return { signingIn }
    })
    await signingIn
    site.wait(10 * MINUTE)
    const later = await site.browser().logIn('Alex', OLD)

    assert.deepEqual((await playersAndTombstones(site)).tombstones, [steve.id])
    assert.deepEqual((await playersAndTombstones(site)).players, ['Alex'])
    assert.equal(later.status, 200)
    assert.notEqual(later.body.user.uuid, steve.id)
    const told = await auditEntries(site, 'player.not-moved-in')
    for (const { after } of told) assert.match(after ?? '', /^Alex: .*was deleted on this site$/)
  },
  { instances: 2 },
)

function playersCalled({ app }: Site, name: string) {
  return app.db.selectFrom('player').select('id').where('username', '=', name).execute()
}

function saidBy({ stdout, stderr }: Ended): string {
  return `${stdout}\n${stderr}`
}
