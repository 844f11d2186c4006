import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { writeRobots, writeSiteMap } from './search-engines.ts'
import { showHome } from './show-home.ts'
import { writeWebManifest } from './web-manifest.ts'

export function homeRoutes(app: App): Route[] {
  return [
    route(endpoints.showHome, () => showHome(app)),

    route(endpoints.robots, () => writeRobots(app)),

    route(endpoints.siteMap, () => writeSiteMap(app)),

    route(endpoints.webManifest, () => writeWebManifest(app)),
  ]
}
