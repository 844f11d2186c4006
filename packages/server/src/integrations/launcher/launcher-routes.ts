import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { cachedNews } from '../../content/news/list-news.ts'
import { pageSize } from '../../database/cursor.ts'
import { route, speculativeRoute } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { authenticatePlayer, LAUNCHER_FAILURE_CODES } from './authenticate-player.ts'
import { findProfile } from './find-profile.ts'

export function launcherRoutes(app: App) {
  const publishedNews = cachedNews(app)
  return {
    launcherPing: route(endpoints.launcherPing, async () => {
      const { siteName } = await app.settings.read()
      return { name: siteName, version: app.version }
    }),

    launcherAuthenticate: route(endpoints.launcherAuthenticate, async ({ body, by, client }) => {
      const { login = body.username_or_email, password, totp } = body
      if (login === undefined) throw new Refusal('request.invalid')
      const launcherServer = { by, client, failureCodes: LAUNCHER_FAILURE_CODES }
      return authenticatePlayer(app, { login, password, totp }, launcherServer)
    }),

    launcherUser: speculativeRoute(endpoints.launcherUser, async ({ query }) =>
      findProfile(app, query),
    ),

    launcherNews: speculativeRoute(endpoints.launcherNews, ({ query }) =>
      publishedNews({ limit: pageSize(query.limit), now: app.clock.now() }),
    ),
  }
}
