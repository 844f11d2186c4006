import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBackup } from '../../src/backup/read-backup.ts'
import { backupFolder, listBackupFiles } from '../../src/platform/backup-folder.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { owner, traces } from '../administrator.ts'
import { outcome, tally } from '../browser.ts'
import { siteTest } from '../site.ts'
import { backupReader, made } from './panel-backup.ts'

siteTest('a superuser makes a backup, and downloads the very file', async (site) => {
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
  const deeds = await traces(site, 'backup.made', 'backup.downloaded')
  assert.deepEqual(
    deeds.map(({ action, actor, target }) => [action, actor, target]),
    [
      ['backup.downloaded', notch.id, name],
      ['backup.made', notch.id, name],
    ],
  )
})

siteTest(
  'of many clicks at once, on all servers, one makes a backup',
  async (site) => {
    const notch = await owner(site)

    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        notch.send('POST', '/admin/backups', undefined, turn % 2),
      ),
    )
    await made(site)

    assert.deepEqual(tally(replies), { 201: 1, '409 backup.running': 7 })
    assert.equal((await listBackupFiles(site.app.config)).length, 1)
  },
  { instances: 2 },
)

siteTest('a link to a backup counts once, for a minute, and cannot be changed', async (site) => {
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

siteTest('a backup that is being written is neither listed nor downloaded', async (site) => {
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

siteTest('backups are for superusers alone', async (site) => {
  const alex = await backupReader(site)

  const replies = [
    await alex.get('/admin/backups'),
    await alex.send('POST', '/admin/backups'),
    await alex.send('POST', '/admin/backups/any.backup/link'),
  ]

  assert.deepEqual(replies.map(outcome), Array(3).fill('403 auth.forbidden'))
  assert.deepEqual(await listBackupFiles(site.app.config), [])
})
