import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { allowAnyOrigin, CACHE_IMMUTABLE, CACHE_ONE_MINUTE } from '../../http/reply/public-cors.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { writeRobots, writeSiteMap } from './search-engines.ts'
import { showHome } from './show-home.ts'
import { writeWebManifest } from './web-manifest.ts'

export function homeRoutes(app: App) {
  return {
    showHome: route(endpoints.showHome, () => showHome(app)),

    serverIcon: route(endpoints.serverIcon, async ({ params, reply }) => {
      const bytes = app.gameServers.findIcon(params.hash)
      allowAnyOrigin(reply).header('Cache-Control', bytes ? CACHE_IMMUTABLE : CACHE_ONE_MINUTE)
      if (!bytes) throw new Refusal('picture.notfound')
      reply.type('image/png')
      return bytes
    }),

    robots: route(endpoints.robots, () => writeRobots(app)),

    siteMap: route(endpoints.siteMap, () => writeSiteMap(app)),

    webManifest: route(endpoints.webManifest, () => writeWebManifest(app)),
  }
}
