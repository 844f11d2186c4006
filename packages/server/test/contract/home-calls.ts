import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { pngFile } from '../content/pictures/picture-files.ts'
import { BY_OWNER } from '../sign-in/sign-in-surfaces.ts'
import type { Reply } from '../support/browser.ts'
import { openGameServer, statusPacket } from '../support/game-server.ts'
import type { Site } from '../support/site.ts'
import type { Call, Calls, Name } from './contract-calls.ts'

const get =
  (path: string): Call =>
  (site) =>
    site.browser().get(path)

async function readServerIcon(site: Site): Promise<Reply> {
  const favicon = `data:image/png;base64,${pngFile().toString('base64')}`
  const status = JSON.stringify({ players: { online: 1, max: 2 }, favicon })
  await using server = await openGameServer((socket) => socket.end(statusPacket(status)))
  const setting = { name: 'gameServers', text: `A ${server.host}:${server.port}` } as const
  await changeSetting(site.app, BY_OWNER, setting)
  await site.browser().get('/public/home')
  await site.app.gameServers.flushed()
  const { body } = await site.browser().get('/public/home')
  return site.browser().get(body.servers[0].icon)
}

/** A successful call for each endpoint of the home page, and a refused call for the endpoint of the icon. */
export const homeCalls = {
  showHome: { happy: get('/public/home'), refused: 'never' },
  serverIcon: {
    happy: readServerIcon,
    refused: get(`/public/server-icons/${'0'.repeat(64)}`),
  },
  robots: { happy: get('/robots.txt'), refused: 'never' },
  siteMap: { happy: get('/sitemap.xml'), refused: 'never' },
  webManifest: { happy: get('/site.webmanifest'), refused: 'never' },
  newsRss: { happy: get('/news/feed.xml'), refused: 'never' },
  newsJsonFeed: { happy: get('/news/feed.json'), refused: 'never' },
} satisfies Partial<Record<Name, Calls>>
