import assert from 'node:assert/strict'
import { openDatabase } from '../../../src/database/open-database.ts'
import { findApiKey } from '../../../src/integrations/api-keys/api-key-store.ts'
import { revokeKey } from '../../../src/integrations/api-keys/change-key.ts'
import { recordUse } from '../../../src/integrations/api-keys/key-usage-store.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { LONG_TIMEOUTS, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { LAUNCHER_IP, launcherWith, openLauncher } from '../launcher/launcher-server.ts'
import { refusals, written } from './key-notes.ts'

const BY_OWNER = { actor: 'command', ip: null }
const ELSEWHERE = '192.0.2.99'

sqliteTest('the use of a key is recorded with time and address', async (site) => {
  const { key, secret } = await openLauncher(site, { addresses: ['198.51.100.0/24'] })
  const pingFrom = (ip: string) => launcherWith(site, secret, { ip }).ping()
  const start = site.now()

  const seen: unknown[] = [await lastUse(site, key.id)]
  for (const [ip, wait] of [
    ['198.51.100.1', 0],
    ['198.51.100.2', MINUTE - 1],
    ['198.51.100.3', 1],
  ] as const) {
    site.wait(wait)
    await pingFrom(ip)
    await written(site)
    seen.push(await lastUse(site, key.id))
  }

  assert.deepEqual(seen, [
    { at: null, ip: null },
    { at: start, ip: '198.51.100.1' },
    { at: start, ip: '198.51.100.1' },
    { at: start + MINUTE, ip: '198.51.100.3' },
  ])
})

siteTest('across all instances, the use of a key is recorded once a minute', async (site) => {
  const { key } = await openLauncher(site)
  const note = (ip: string, at: number) => recordUse(site.app.db, { id: key.id, ip, at })

  await note('198.51.100.1', site.now())
  await note('198.51.100.2', site.now() + MINUTE - 1)
  const kept = await lastUse(site, key.id)
  await note('198.51.100.3', site.now() + MINUTE)

  assert.deepEqual(kept, { at: site.now(), ip: '198.51.100.1' })
  assert.deepEqual(await lastUse(site, key.id), { at: site.now() + MINUTE, ip: '198.51.100.3' })
})

sqliteTest('the last refused address is shown with the key', async (site) => {
  const { key, secret } = await openLauncher(site)
  const start = site.now()
  const seen: unknown[] = []

  for (const ip of [ELSEWHERE, '2001:db8::99', LAUNCHER_IP, '203.0.113.5']) {
    site.wait(1)
    await launcherWith(site, secret, { ip }).ping()
    await written(site)
    seen.push(await lastRefusal(site, key.id))
  }

  assert.deepEqual(seen, [
    { at: start + 1, ip: ELSEWHERE },
    { at: start + 2, ip: '2001:db8::99' },
    { at: start + 2, ip: '2001:db8::99' },
    { at: start + 4, ip: '203.0.113.5' },
  ])
  assert.deepEqual(await lastUse(site, key.id), { at: start + 3, ip: LAUNCHER_IP })
})

sqliteTest('after refusals from many addresses, the last one is stored', async (site) => {
  const { key, secret } = await openLauncher(site)
  const addresses = Array.from({ length: 60 }, (_, n) => `192.0.2.${n}`)

  for (const ip of addresses) await launcherWith(site, secret, { ip }).ping()
  await written(site)

  assert.deepEqual(await lastRefusal(site, key.id), { at: site.now(), ip: '192.0.2.59' })
})

sqliteTest('a refused address is recorded once a minute', async (site) => {
  const { key, secret } = await openLauncher(site)
  const { ping } = launcherWith(site, secret, { ip: ELSEWHERE })
  const start = site.now()
  const seen: unknown[] = []

  for (const wait of [0, MINUTE - 1, 1]) {
    site.wait(wait)
    await ping()
    await written(site)
    seen.push((await lastRefusal(site, key.id)).at)
  }

  assert.deepEqual(seen, [start, start, start + MINUTE])
})

sqliteTest(
  'a request that lacks a permission does not change the last refused address',
  async (site) => {
    const { key, secret } = await openLauncher(site, { permissions: ['kernel.provider'] })
    const start = site.now()

    await launcherWith(site, secret, { ip: ELSEWHERE }).ping()
    await written(site)
    site.wait(MINUTE)
    await launcherWith(site, secret).ping()
    await written(site)

    assert.deepEqual(await lastRefusal(site, key.id), { at: start, ip: ELSEWHERE })
    assert.deepEqual(await lastUse(site, key.id), { at: null, ip: null })
  },
)

sqliteTest('a revoked key shows the address of its last refused use', async (site) => {
  const launcher = await openLauncher(site)
  await revokeKey(site.app, BY_OWNER, launcher.key.id)

  await launcher.ping()
  await written(site)

  assert.deepEqual(await lastRefusal(site, launcher.key.id), { at: site.now(), ip: LAUNCHER_IP })
  assert.deepEqual(await refusals(site), [
    { target: launcher.key.id, ip: LAUNCHER_IP, after: 'auth.invalidkey', actor: null },
  ])
})

siteTest('a key is accepted while another transaction locks its row', async (site) => {
  const launcher = await openLauncher(site)
  const place = { dataDir: site.dataDir, databaseUrl: site.databaseUrl }
  const other = await openDatabase(place, { timeScale: LONG_TIMEOUTS })
  const failedNotes = () => site.logLines.filter((line) => line.includes('background write failed'))

  const { reply, failed } = await other.transaction().execute(async (tx) => {
    const held = tx.updateTable('api_key').set({ name: 'Held' })
    await held.where('id', '=', launcher.key.id).execute()
    return { reply: await launcher.ping(), failed: failedNotes() }
  })
  await other.destroy()
  await waitUntil(async () => (await lastUse(site, launcher.key.id)).at !== null)

  assert.equal(reply.status, 200)
  assert.deepEqual(failed, []) // a write fails after waiting for the lock, so the response did not wait for it
})

siteTest('a request succeeds although recording the use of its key fails', async (site) => {
  const launcher = await openLauncher(site)
  await site.app.db.schema.alterTable('audit').renameTo('audit_away').execute()

  const refused = await launcherWith(site, launcher.secret, { ip: ELSEWHERE }).ping()
  const opened = await launcher.ping()
  await waitUntil(() => site.logLines.some((line) => line.includes('background write failed')))

  assert.deepEqual([refused.status, opened.status], [403, 200])
  await site.app.db.schema.alterTable('audit_away').renameTo('audit').execute()
})

async function lastUse(site: Site, id: string) {
  const key = await findApiKey(site.app.db, id)
  return { at: key?.usedAt, ip: key?.usedIp }
}

async function lastRefusal(site: Site, id: string) {
  const key = await findApiKey(site.app.db, id)
  return { at: key?.refusedAt, ip: key?.refusedIp }
}
