import assert from 'node:assert/strict'
import { join } from 'node:path'
import { backupFolder } from '../../../src/platform/backup-folder.ts'
import { owner } from '../../support/administrator.ts'
import { newPlace } from '../../support/server-process.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openQuietly, restore } from './backup-place.ts'
import { made } from './panel-backup.ts'

sqliteTest('a HEAD request does not use up a backup link', async (site) => {
  const notch = await owner(site)
  await notch.send('POST', '/admin/backups')
  const name = await made(site)
  const { url } = (await notch.send('POST', `/admin/backups/${name}/link`)).body

  const looked = await site.server.inject({ method: 'HEAD', url })
  const file = await site.server.inject({ method: 'GET', url })
  const again = await site.server.inject({ method: 'GET', url })

  const codes = [looked, file, again].map(({ statusCode }) => statusCode)
  assert.deepEqual(codes, [200, 200, 403])
  assert.equal(looked.headers['content-length'], file.headers['content-length'])
  assert.deepEqual([looked.rawPayload.length, file.rawPayload.length > 0], [0, true])
})

siteTest(
  'a site restored from a backup of the panel can make backups immediately',
  async (site) => {
    const notch = await owner(site)
    await notch.send('POST', '/admin/backups')
    const file = join(backupFolder(site.app.config), await made(site))
    await using place = await newPlace(site.database)

    const { code, stderr } = await restore(place.env, file)
    const app = await openQuietly(place.env)
    const claims = app.db.selectFrom('setting').select('value').where('name', '=', 'backup.making')
    const claimed = await claims.execute().finally(() => app.close())

    assert.deepEqual([code, stderr, claimed], [0, '', []])
  },
)
