import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { MINUTE, SECOND } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { openGameServer, statusOf } from '../../support/game-server.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from '../news/news-editor.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, BY_OWNER, { name, text })

sqliteTest('the home page of a new site has no content', async (site) => {
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

sqliteTest('the home page shows its settings and the newest three news items', async (site) => {
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

sqliteTest('the home page finds Discord, VK and Telegram among the links', async (site) => {
  const links = ['Wiki https://wiki.example.org/vk.com', 'Chat https://discord.gg/a']
  await set(site, 'siteLinks', [...links, 'Talk https://t.me/a', 'News https://t.me/b'].join('\n'))
  await set(site, 'telegramUrl', 'https://t.me/own')

  const { body } = await site.browser().get('/public/home')

  assert.deepEqual(body.links, {
    discord: 'https://discord.gg/a',
    vk: '',
    telegram: 'https://t.me/own',
  })
})

sqliteTest('an unchanged home page returns 304', async (site) => {
  const first = await site.browser().get('/public/home')
  const again = await site
    .browser()
    .get('/public/home', { 'if-none-match': String(first.headers.etag) })

  assert.deepEqual([first.headers['cache-control'], again.status], ['no-cache', 304])
})

sqliteTest('a game server is queried at most once in 30 seconds', async (site) => {
  let online = 1
  await using server = await openGameServer((socket) => socket.end(statusOf(online, 20, '§aHi')))
  await set(site, 'gameServers', `Survival ${server.host}:${server.port}`)
  const look = async () => {
    const { body } = await site.browser().get('/public/home')
    await site.app.gameServers.flushed()
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

  const plain = { icon: '', address: '' }
  const counts = { players: 1, most: 20, motd: 'Hi', version: '1.21' }
  const survival = { name: 'Survival', online: true, ...counts, ...plain }
  const none = { players: null, most: null, motd: '', version: '' }
  const unknown = { name: 'Survival', online: null, ...none, ...plain }
  assert.deepEqual([first, second, early], [unknown, survival, 1])
  assert.deepEqual([stale.players, fresh.players], [1, 2])
  assert.deepEqual([forgotten, server.calls()], [unknown, 3])
})

sqliteTest('an unreachable game server is shown as offline without its address', async (site) => {
  const server = await openGameServer((socket) => socket.end())
  await set(site, 'gameServers', `Lobby ${server.host}:${server.port}`)
  await server[Symbol.asyncDispose]()

  await site.browser().get('/public/home')
  await site.app.gameServers.flushed()
  const { body, text } = await site.browser().get('/public/home')

  assert.deepEqual(body.servers, [
    {
      name: 'Lobby',
      online: false,
      players: null,
      most: null,
      motd: '',
      version: '',
      icon: '',
      address: '',
    },
  ])
  assert.equal(text.includes(String(server.port)), false)
})
