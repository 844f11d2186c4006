import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { administrator } from '../../support/administrator.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { find, SYSTEM_PERMISSION } from '../doctor/system-page.ts'
import { openProxy } from './probed-site.ts'

sqliteTest('the doctor probes the launcher API once a launcher has used it', async (site) => {
  let isOpen = true
  await using proxy = await openProxy(site, ({ url }) =>
    isOpen || !url.startsWith('/auth/launcher') ? undefined : '<html>Just a moment</html>',
  )
  const look = async (name: string) => {
    const looker = await administrator(site, SYSTEM_PERMISSION, { username: name })
    site.wait(10 * SECOND)
    return find((await looker.get('/admin/system')).body.checkups, 'launcher-probe')
  }

  const unused = await look('Alex')
  await (await openLauncher(site)).ping()
  await site.app.keyUsage.flushed()
  const good = await look('Jeb')
  isOpen = false
  const remembered = await look('Dinnerbone')
  site.wait(5 * MINUTE)
  const bad = await look('Searge')
  isOpen = true
  const mended = await look('Grumm')

  const looks = [unused, good, remembered, bad, mended]
  assert.deepEqual(
    looks.map(({ state }) => state),
    ['unknown', 'good', 'good', 'bad', 'good'],
  )
  assert.match(bad.detail.en, /"Key"/)
  assert.ok(proxy.requests() > 0)
  assert.equal((await site.app.db.selectFrom('player').select('id').execute()).length, 5)
})
