import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { rememberedNews } from '../../content/news/list-news.ts'
import { pageSize } from '../../database/cursor.ts'
import { earlyRoute, type Route, route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { authenticatePlayer, LAUNCHER_MISSES } from './authenticate-player.ts'
import { findProfile } from './find-profile.ts'

/** The routes that launcher servers call (docs/contract.md#launcher-servers-area-b). */
export function launcherRoutes(app: App): Route[] {
  const publishedNews = rememberedNews(app)
  return [
    route(endpoints.launcherPing, async () => {
      const { siteName } = await app.settings.read()
      return { name: siteName, version: app.version }
    }),

    route(endpoints.launcherAuthenticate, async ({ body, by, client }) => {
      const { login = body.username_or_email, password, totp } = body
      if (login === undefined) throw new Refusal('request.invalid')
      const asker = { by, client, codeOfMiss: LAUNCHER_MISSES }
      return authenticatePlayer(app, { login, password, totp }, asker)
    }),

    earlyRoute(endpoints.launcherUser, async ({ query }) => findProfile(app, query)),

    earlyRoute(endpoints.launcherNews, ({ query }) =>
      publishedNews({ limit: pageSize(query.limit), now: app.clock.now() }),
    ),
  ]
}
