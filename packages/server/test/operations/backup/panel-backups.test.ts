import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimBackup } from '../../../src/operations/backup/backup-claim-store.ts'
import { checkBackup } from '../../../src/operations/backup/read-backup.ts'
import { backupFolder, listBackupFiles } from '../../../src/platform/backup-folder.ts'
import { isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { auditEntries, owner } from '../../support/administrator.ts'
import { outcome, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { backupReader, made } from './panel-backup.ts'

sqliteTest('a superuser makes a backup and downloads the same file', async (site) => {
  const notch = await owner(site)

  const begun = await notch.send('POST', '/admin/backups')
  const name = await made(site)
  const { body } = await notch.get('/admin/backups')
  const link = (await notch.send('POST', `/admin/backups/${name}/link`)).body.url
  const file = await site.server.inject({ method: 'GET', url: link })

  const onDisk = join(backupFolder(site.app.config), name)
  assert.equal(begun.status, 201)
  assert.deepEqual([body.making, body.failure, body.items[0].name], [false, null, name])
  assert.equal(file.statusCode, 200)
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="2030-/)
  assert.ok(file.rawPayload.equals(readFileSync(onDisk)))
  assert.ok((await checkBackup(onDisk, '')).header.encryptionKey) // whole, with the key
  const entries = await auditEntries(site, 'backup.made', 'backup.downloaded')
  assert.deepEqual(
    entries.map(({ action, actor, target }) => [action, actor, target]),
    [
      ['backup.downloaded', notch.id, name],
      ['backup.made', notch.id, name],
    ],
  )
})

siteTest(
  'only one backup runs at a time, however many are requested concurrently',
  async (site) => {
    const notch = await owner(site)
    const [now, expiresAt] = [site.now(), site.now() + 30 * MINUTE]
    const claim = (n: number) =>
      claimBackup(site.instances[n % 2]?.app.db ?? site.app.db, {
        holder: `server ${n}`,
        now,
        expiresAt,
      })
    const click = (n: number) => notch.send('POST', '/admin/backups', undefined, n % 2)

    const claims = await Promise.all(Array.from({ length: 12 }, (_, n) => claim(n)))
    site.wait(30 * MINUTE - 1)
    const clicks = await Promise.all(Array.from({ length: 4 }, (_, n) => click(n)))
    site.wait(1) // the claiming process has died
    const after = await click(0)
    await made(site)

    assert.equal(claims.filter(Boolean).length, 1)
    assert.deepEqual(tally(clicks), { '409 backup.running': 4 })
    assert.equal(after.status, 201)
    assert.equal((await listBackupFiles(site.app.config)).length, 1)
  },
  { instances: 2, env: { JWT_EXPIRES: '1h' } },
)

sqliteTest('no backup starts while a process of the last release makes one', async (site) => {
  const { db } = site.app
  const notch = await owner(site)
  const value = isoInstant(site.now() + MINUTE)
  await db.insertInto('setting').values({ name: 'backup.making', value }).execute()

  const refused = await notch.send('POST', '/admin/backups')
  const listed = (await notch.get('/admin/backups')).body.making
  const leases = await db.selectFrom('lease').selectAll().execute()
  site.wait(MINUTE)
  const begun = await notch.send('POST', '/admin/backups')
  await made(site)
  const left = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', 'backup.making')
    .execute()

  assert.deepEqual([refused, begun].map(outcome), ['409 backup.running', '201'])
  assert.deepEqual([listed, leases, left], [true, [], []])
})

siteTest(
  'only one of many concurrent requests with a backup link gets the file',
  async (site) => {
    const notch = await owner(site)
    await notch.send('POST', '/admin/backups')
    const name = await made(site)
    const { url } = (await notch.send('POST', `/admin/backups/${name}/link`)).body

    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const server = site.instances[n % 2]?.server ?? site.server
        return (await server.inject({ method: 'GET', url })).statusCode
      }),
    )

    assert.deepEqual(statuses.sort(), [200, ...Array(11).fill(403)])
  },
  { instances: 2 },
)

siteTest('a backup link works once, for a minute, and cannot be forged', async (site) => {
  const notch = await owner(site)
  await notch.send('POST', '/admin/backups')
  const name = await made(site)
  const link = async () => (await notch.send('POST', `/admin/backups/${name}/link`)).body.url
  const get = async (url: string) => (await site.server.inject({ method: 'GET', url })).statusCode

  const fresh = await link()
  const [first, second] = [await get(fresh), await get(fresh)]
  const late = await link()
  site.wait(MINUTE)
  const changed = (await link()).replace(/.$/, (end: string) => (end === 'A' ? 'Q' : 'A'))
  const other = await link()
  await site.app.db.updateTable('player').set({ superuser_at: null }).execute()

  assert.deepEqual([first, second], [200, 403])
  assert.deepEqual([await get(late), await get(changed), await get(other)], [403, 403, 403])
})

sqliteTest('an unfinished backup is neither listed nor downloaded', async (site) => {
  const notch = await owner(site)
  await notch.send('POST', '/admin/backups')
  const name = await made(site)
  const half = `${name}.abcdef.part`
  writeFileSync(join(backupFolder(site.app.config), half), 'half of a backup')

  const names = [half, '../portal.db', '..%2Fportal.db', 'encryption.key']
  const replies = []
  for (const wanted of names) {
    replies.push(await notch.send('POST', `/admin/backups/${encodeURIComponent(wanted)}/link`))
  }
  const { items } = (await notch.get('/admin/backups')).body

  assert.deepEqual(replies.map(outcome), Array(4).fill('404 backup.notfound'))
  assert.equal(items.length, 1)
})

sqliteTest('only superusers can use backups in the panel', async (site) => {
  const alex = await backupReader(site)

  const replies = [
    await alex.get('/admin/backups'),
    await alex.send('POST', '/admin/backups'),
    await alex.send('POST', '/admin/backups/any.backup/link'),
  ]

  assert.deepEqual(replies.map(outcome), Array(3).fill('403 auth.forbidden'))
  assert.deepEqual(await listBackupFiles(site.app.config), [])
})
