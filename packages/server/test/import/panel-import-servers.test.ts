import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimLease, findLease } from '../../src/database/lease-store.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { auditEntries, owner } from '../support/administrator.ts'
import { tally } from '../support/browser.ts'
import { type Site, siteTest } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { oddPlayers } from './authme-players.ts'
import { authmeTable } from './authme-source.ts'
import { onSqlite } from './old-database.ts'
import { GO, inPhase, looked, sendPart } from './panel-importer.ts'

const oldDatabase = () => onSqlite(authmeTable(oddPlayers.map(({ row }) => row)))
const coming = oddPlayers.filter(({ comesAs }) => comesAs !== undefined)

/** The files of imports in the data folder. */
function files(site: Site): string[] {
  return readdirSync(site.dataDir).filter((name) => name.startsWith('import-'))
}

siteTest(
  'only one of several concurrent starts of an import succeeds',
  async (site) => {
    await using old = await oldDatabase()
    const notch = await owner(site)
    await looked(site, notch, old.from)

    const starts = await Promise.all(
      Array.from({ length: 8 }, (_, n) => notch.send('POST', '/admin/import/start', GO, n % 2)),
    )
    const shown = await inPhase(notch, ['done', 'failed'], 1)

    const { '200': begun, ...refused } = tally(starts)
    assert.equal(begun, 1)
    const codes = ['409 import.running', '409 import.notready'] // for requests after the end of the import
    assert.deepEqual(
      Object.keys(refused).filter((code) => !codes.includes(code)),
      [],
    )
    assert.equal(shown.result?.imported, coming.length, shown.failure ?? '')
    const trail = await auditEntries(site, 'import.started', 'import.ended')
    assert.deepEqual(trail.map(({ action }) => action).sort(), ['import.ended', 'import.started'])
  },
  { instances: 2 },
)

siteTest(
  'only one of several concurrent uploads begins an import',
  async (site) => {
    const notch = await owner(site)
    const begin = (n: number) => {
      const part = { name: `${n}.db`, size: 100, offset: 0, bytes: Buffer.alloc(50) }
      return sendPart(site, notch, part, n % 2)
    }

    const begun = await Promise.all(Array.from({ length: 8 }, (_, n) => begin(n)))

    assert.deepEqual(tally(begun), { '200': 1, '409 import.running': 7 })
    assert.equal(files(site).length, 1)
  },
  { instances: 2 },
)

siteTest(
  'an import continues at another server than the one that prepared it',
  async (site) => {
    await using old = await oldDatabase()
    const notch = await owner(site)
    await looked(site, notch, old.from)

    const given = { username: 'Steve', password: 'password' }
    await notch.send('POST', '/admin/import/proof', given, 1)
    const { proof } = await inPhase(notch, ['ready'], 1)
    await notch.send('POST', '/admin/import/start', { ...GO, withoutProof: false }, 1)
    const done = await inPhase(notch, ['done', 'failed'], 1)

    assert.equal(proof?.opens, true)
    assert.equal(done.result?.imported, coming.length, done.failure ?? '')
  },
  { instances: 2 },
)

siteTest('the import of a killed server is shown as lost', async (site) => {
  await using old = await oldDatabase()
  const notch = await owner(site)
  await looked(site, notch, old.from)
  const { db } = site.app
  const row = await findLease(db, 'import')
  await notch.send('DELETE', '/admin/import')
  await waitUntil(() => files(site).length === 0)
  const holder = 'of-a-dead-server'
  const run = { ...JSON.parse(row?.state ?? ''), id: holder, phase: 'writing' }
  const [now, expiresAt] = [site.now(), site.now() + MINUTE / 2]
  await claimLease(db, { name: 'import', holder, now, expiresAt, state: JSON.stringify(run) })
  writeFileSync(join(site.dataDir, 'import-left.upload'), 'x')
  site.wait(MINUTE)

  const lost = await inPhase(notch, ['lost'])
  const again = await looked(site, notch, old.from)
  await notch.send('POST', '/admin/import/start', GO)
  const done = await inPhase(notch, ['done', 'failed'])

  assert.equal(lost.phase, 'lost')
  assert.equal(again.phase, 'ready', again.failure ?? '')
  assert.equal(done.result?.imported, coming.length)
})
