import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { openGameServer, statusPacket } from '../../support/game-server.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { jpegFile, pngFile } from '../pictures/picture-files.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, BY_OWNER, { name, text })

/** A status with a picture, as servers send it. */
function statusWithIcon(icon: Buffer): Buffer {
  return statusPacket(
    JSON.stringify({
      version: { name: 'Paper 1.21.4' },
      players: { online: 3, max: 20 },
      favicon: `data:image/png;base64,${icon.toString('base64')}`,
    }),
  )
}

sqliteTest('the home page shows the icon and version of a game server', async (site) => {
  const icon = pngFile(5, { width: 64, height: 64 })
  await using server = await openGameServer((socket) => socket.end(statusWithIcon(icon)))
  const address = `${server.host}:${server.port}`
  await set(site, 'gameServers', `Survival ${address}`)
  await set(site, 'serverAddresses', 'on')

  await site.browser().get('/public/home')
  await site.app.gameServers.flushed()
  const { body } = await site.browser().get('/public/home')
  const shown = await site.browser().get(body.servers[0].icon)
  const missing = await site.browser().get(`/public/server-icons/${'0'.repeat(64)}`)

  const { icon: path, ...rest } = body.servers[0]
  const counts = { players: 3, most: 20, motd: '', version: 'Paper 1.21.4' }
  assert.deepEqual(rest, { name: 'Survival', online: true, ...counts, address })
  assert.match(path, /^\/public\/server-icons\/[0-9a-f]{64}$/)
  assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
  assert.match(String(shown.headers['cache-control']), /immutable/)
  assert.deepEqual([missing.status, missing.body.error], [404, 'picture.notfound'])
})

sqliteTest('a game server icon that is no PNG or too large is left out', async (site) => {
  for (const icon of [jpegFile(), pngFile(1, { width: 512, height: 512 }), Buffer.from('x')]) {
    await using server = await openGameServer((socket) => socket.end(statusWithIcon(icon)))
    await set(site, 'gameServers', `Survival ${server.host}:${server.port}`)

    await site.browser().get('/public/home')
    await site.app.gameServers.flushed()
    const { body } = await site.browser().get('/public/home')

    assert.deepEqual([body.servers[0].icon, body.servers[0].players], ['', 3])
  }
})
