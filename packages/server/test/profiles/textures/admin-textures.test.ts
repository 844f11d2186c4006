import assert from 'node:assert/strict'
import { administrator, auditEntries, owner } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { capeFile, putCape, putSkin, skinFile } from './texture-requests.ts'

sqliteTest('an administrator removes a skin or cape, which is audited', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.players.textures', 'panel.players.read'])
  await putSkin(steve, skinFile(1))
  await putCape(steve, capeFile(1))
  const path = `/admin/players/${steve.id}`
  const worn = async () => Object.keys((await alex.get(path)).body.player.textures)
  const before = await worn()

  const skin = await alex.send('DELETE', `${path}/skin`)
  const between = await worn()
  const cape = await alex.send('DELETE', `${path}/cape`)
  const again = await alex.send('DELETE', `${path}/cape`)
  const after = await worn()

  assert.deepEqual([skin, cape, again].map(outcome), ['204', '204', '204'])
  assert.deepEqual([before, between, after], [['skin', 'cape'], ['cape'], []])
  const trail = await auditEntries(site, 'texture.removed')
  assert.deepEqual(
    trail.map(({ actor, target, ip }) => [actor, target, ip]),
    Array(2).fill([alex.id, steve.id, '127.0.0.1']),
  )
})

sqliteTest(
  'removing textures requires the permission and a player with a lower priority',
  async (site) => {
    const steve = await site.player('Steve')
    const notch = await owner(site)
    const alex = await administrator(site, ['panel.players.textures'])
    const jeb = await administrator(site, ['panel.players.read'], {
      username: 'Jeb',
      ip: '192.0.2.3',
    })

    const replies = []
    for (const part of ['skin', 'cape']) {
      replies.push(await alex.send('DELETE', `/admin/players/${notch.id}/${part}`))
      replies.push(await jeb.send('DELETE', `/admin/players/${steve.id}/${part}`))
      replies.push(await alex.send('DELETE', `/admin/players/unknown/${part}`))
    }

    const refusals = ['403 auth.forbidden', '403 auth.forbidden', '404 player.notfound']
    assert.deepEqual(replies.map(outcome), [...refusals, ...refusals])
  },
)
