import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { openGameServer, statusOf } from '../../support/game-server.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { newsEditor } from '../news/news-editor.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, BY_OWNER, { name, text })

siteTest('a new site has a home page with nothing on it but its own words', async (site) => {
  const { status, body } = await site.browser().get('/public/home')

  assert.equal(status, 200)
  assert.deepEqual(body, {
    about: { en: '', ru: '' },
    steps: { en: '', ru: '' },
    picture: '',
    launcher: { windows: '', macos: '', linux: '' },
    links: { discord: '', vk: '', telegram: '' },
    servers: [],
    news: [],
  })
})

siteTest('the home page shows what the owner has set, and the newest three news', async (site) => {
  const alex = await newsEditor(site)
  for (const title of ['a', 'b', 'c', 'd']) {
    await alex.written({ title })
    site.wait(SECOND)
  }
  await alex.written({ title: 'draft', publishedAt: null })
  await set(site, 'homeAboutRu', 'Мир.\nВойна.')
  await set(site, 'launcherMac', '/files/portal.dmg')
  await set(site, 'vkUrl', 'https://vk.com/portal')

  const { body } = await site.browser().get('/public/home')

  assert.deepEqual(body.about, { en: '', ru: 'Мир.\nВойна.' })
  assert.deepEqual(body.launcher, { windows: '', macos: '/files/portal.dmg', linux: '' })
  assert.deepEqual(body.links, { discord: '', vk: 'https://vk.com/portal', telegram: '' })
  assert.deepEqual(
    body.news.map(({ title }: { title: string }) => title),
    ['d', 'c', 'b'],
  )
})

siteTest('who has the home page already is told so', async (site) => {
  const first = await site.browser().get('/public/home')
  const again = await site
    .browser()
    .get('/public/home', { 'if-none-match': String(first.headers.etag) })

  assert.deepEqual([first.headers['cache-control'], again.status], ['no-cache', 304])
})

siteTest('a game server is asked every 30 seconds, and only while somebody looks', async (site) => {
  let online = 1
  await using server = await openGameServer((socket) => socket.end(statusOf(online, 20, '§aHi')))
  await set(site, 'gameServers', `Survival ${server.host}:${server.port}`)
  const look = async () => {
    const { body } = await site.browser().get('/public/home')
    await site.app.gameServers.settled()
    return body.servers[0]
  }

  const first = await look()
  const second = await look()
  site.wait(30 * SECOND - 1)
  await look()
  const early = server.calls()
  online = 2
  site.wait(1)
  const stale = await look()
  const fresh = await look()
  site.wait(MINUTE * 11)
  const forgotten = await look()

  const survival = { name: 'Survival', online: true, players: 1, most: 20, motd: 'Hi' }
  const unknown = { name: 'Survival', online: null, players: null, most: null, motd: '' }
  assert.deepEqual([first, second, early], [unknown, survival, 1])
  assert.deepEqual([stale.players, fresh.players], [1, 2])
  assert.deepEqual([forgotten, server.calls()], [unknown, 3])
})

siteTest('a game server that is away is offline, and nobody learns its address', async (site) => {
  const server = await openGameServer((socket) => socket.end())
  await set(site, 'gameServers', `Lobby ${server.host}:${server.port}`)
  await server[Symbol.asyncDispose]()

  await site.browser().get('/public/home')
  await site.app.gameServers.settled()
  const { body, text } = await site.browser().get('/public/home')

  assert.deepEqual(body.servers, [
    { name: 'Lobby', online: false, players: null, most: null, motd: '' },
  ])
  assert.equal(text.includes(String(server.port)), false)
})
