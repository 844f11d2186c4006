import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFindings } from '../../../src/admin/overview/finding-store.ts'
import { backUpIfDue } from '../../../src/operations/backup/automatic-backup.ts'
import { claimBackup } from '../../../src/operations/backup/backup-claim-store.ts'
import { backupCheck } from '../../../src/operations/doctor/check-backups.ts'
import { backupFolder } from '../../../src/platform/backup-folder.ts'
import { HOUR, MINUTE } from '../../../src/platform/clock.ts'
import { owner } from '../../support/administrator.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const settings = { backupHours: '24', backupsKept: '2' }
const filesOf = ({ app }: Site) => readdirSync(backupFolder(app.config)).sort()

siteTest(
  'two processes make one automatic backup',
  async (site) => {
    const base = site.now()
    const runs = Array.from({ length: 8 }, (_, n) => ({
      ...(site.instances[n % 2]?.app ?? site.app),
      clock: { now: () => base + n }, // so that each backup would have a name of its own
    }))
    await Promise.all(runs.map(backUpIfDue))
    await Promise.all(runs.map(backUpIfDue))

    assert.equal(filesOf(site).length, 1)
  },
  { instances: 2, settings },
)

sqliteTest(
  'only old automatic backups are deleted',
  async (site) => {
    const folder = backupFolder(site.app.config)
    mkdirSync(folder)
    const others = ['2020-01-01.backup', 'auto-mine.backup', 'before-001-2020.backup']
    for (const name of others) writeFileSync(join(folder, name), '')
    for (let day = 0; day < 4; day += 1) {
      await backUpIfDue(site.app)
      site.wait(24 * HOUR)
    }

    const files = filesOf(site)
    assert.deepEqual(
      files.filter((name) => !name.startsWith('auto-2030')),
      others,
    )
    assert.equal(files.length, others.length + 2)
  },
  { settings },
)

sqliteTest(
  'an automatic backup is made once the lease of a killed process expires',
  async (site) => {
    const [now, expiresAt] = [site.now(), site.now() + 30 * MINUTE]
    mkdirSync(backupFolder(site.app.config))
    await claimBackup(site.app.db, { holder: 'dead', now, expiresAt })
    await backUpIfDue(site.app)
    const before = filesOf(site).length
    site.wait(30 * MINUTE)
    await backUpIfDue(site.app)

    assert.deepEqual([before, filesOf(site).length], [0, 1])
  },
  { settings },
)

sqliteTest(
  'superusers get one mail about several failed automatic backups in a row',
  async (site) => {
    await owner(site)
    const folder = backupFolder(site.app.config)
    const count = async () =>
      (await site.mails()).filter(({ subject }) => subject?.includes('automatic backup')).length
    writeFileSync(folder, 'not a folder')
    for (let hour = 0; hour < 3; hour += 1) {
      await backUpIfDue(site.app)
      site.wait(HOUR)
    }
    const first = await count()
    rmSync(folder)
    await backUpIfDue(site.app)
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'not a folder')
    site.wait(24 * HOUR)
    await backUpIfDue(site.app)

    assert.deepEqual([first, await count()], [1, 2])
  },
  { settings },
)

siteTest(
  'the reason for a failed automatic backup is shown until a backup succeeds',
  async (site) => {
    const notch = await owner(site)
    await notch.send('PATCH', '/admin/settings', { backupHours: 24 })
    const folder = backupFolder(site.app.config)
    const shown = async () => {
      const { automatic } = (await notch.get('/admin/backups')).body
      const { findings } = (await notch.get('/admin/overview')).body
      const { config, clock, db } = site.app
      const context = { config, clock, db, wrongSettings: [], allowsSlowChecks: false }
      const check = await backupCheck.run(context)
      return {
        failure: /EEXIST|ENOTDIR/.test(automatic.last?.failure),
        next: (Date.parse(automatic.nextAt) - site.now()) / HOUR,
        findings: findings.map(({ name }: { name: string }) => name),
        isBad: check.state === 'bad',
      }
    }
    const replies = [await shown()]

    writeFileSync(folder, 'not a folder')
    await backUpIfDue(site.app)
    replies.push(await shown())
    rmSync(folder)
    site.wait(HOUR)
    await backUpIfDue(site.app)
    replies.push(await shown())

    assert.deepEqual(replies, [
      { failure: false, next: 0, findings: [], isBad: false },
      { failure: true, next: 1, findings: ['backup.failed'], isBad: true },
      { failure: false, next: 24, findings: [], isBad: false },
    ])
  },
  { env: { JWT_EXPIRES: '2h' } },
)

sqliteTest('turning automatic backups off removes the report of a failed backup', async (site) => {
  const notch = await owner(site)
  await notch.send('PATCH', '/admin/settings', { backupHours: 24 })
  writeFileSync(backupFolder(site.app.config), 'not a folder')
  await backUpIfDue(site.app)
  const before = await listFindings(site.app.db)

  await notch.send('PATCH', '/admin/settings', { backupHours: 0 })
  await backUpIfDue(site.app)

  assert.deepEqual([before.length, await listFindings(site.app.db)], [1, []])
})
