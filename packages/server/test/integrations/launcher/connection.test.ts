import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR } from '../../../src/platform/clock.ts'
import { owner } from '../../support/administrator.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame, turnOn } from '../yggdrasil/game-player.ts'
import { launcherWith, openLauncher } from './launcher-server.ts'

const UNKNOWN = `portal_${'x'.repeat(43)}`
const DIST = join(import.meta.dirname, '../../../../launcher-module/dist')

sqliteTest(
  'a refused request of a launcher server is shown for an hour with its reason',
  async (site) => {
    const notch = await owner(site)
    const { key, secret } = await openLauncher(site)
    await launcherWith(site, UNKNOWN, { ip: '203.0.113.7' }).ping()
    await site.app.keyUsage.flushed() // the writer stamps the time when it writes
    site.wait(1)
    await launcherWith(site, secret, { ip: '203.0.113.8' }).ping()
    await site.app.keyUsage.flushed()

    const { refused } = (await notch.get('/admin/launcher')).body
    site.wait(HOUR + 1)
    const later = (await (await owner(site, 'Jeb', '192.0.2.9')).get('/admin/launcher')).body
      .refused

    const shown = refused.map((one: Record<string, unknown>) => [one.ip, one.code, one.key])
    assert.deepEqual(shown, [
      ['203.0.113.8', 'auth.untrustedaddress', key.id],
      ['203.0.113.7', 'auth.invalidkey', null],
    ])
    assert.deepEqual(later, [])
  },
)

siteTest('the last sign-in from a launcher is shown, not one on the site', async (site) => {
  const notch = await owner(site)
  await turnOn(site)
  await site.player('Steve')
  await site.player('Alex')
  const before = (await notch.get('/admin/launcher')).body.lastGame
  await openGame(site, { ip: '203.0.113.9' }).authenticate('Steve')
  await site.browser().logIn('Alex', PASSWORD)

  const { lastGame, yggdrasil } = (await notch.get('/admin/launcher')).body

  assert.deepEqual([before, yggdrasil], [null, true])
  assert.deepEqual([lastGame.launcher, lastGame.ip], ['HMCL', '203.0.113.9'])
})

sqliteTest(
  'anyone can download the launcher module, but no other file of its folder',
  async (site) => {
    const visitor = site.browser()
    const module = await visitor.get('/launcher/module/portal')
    const look = await visitor.send('HEAD', '/launcher/module/portal')
    const others = await Promise.all(
      ['package.json', '..%2Fpackage.json', 'THIRD-PARTY-LICENSES.txt', 'library'].map((file) =>
        visitor.get(`/launcher/module/${file}`),
      ),
    )

    assert.equal(module.status, 200)
    assert.equal(module.text, readFileSync(join(DIST, 'portal'), 'utf8'))
    assert.equal(look.headers['content-length'], module.headers['content-length'])
    assert.deepEqual(
      others.map(({ status }) => status),
      [404, 404, 404, 404],
    )
  },
)
