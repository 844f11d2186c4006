import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { type Route, route } from '../../http/route.ts'
import { changeNews, existingNews, removeNews } from './change-news.ts'
import { createNews } from './create-news.ts'
import { listNews } from './list-news.ts'
import { toNewsEntry } from './news.ts'
import { newsFeeds } from './news-feed.ts'
import { listNewsForVisitors, showNewsToVisitor } from './read-published.ts'
import { previewNews } from './render-news.ts'

export function newsRoutes(app: App): Route[] {
  const feeds = newsFeeds(app)
  return [
    route(endpoints.listNews, ({ query }) => listNews(app, query)),

    route(endpoints.createNews, ({ body, by, once }) =>
      once(app, (needs) => createNews(needs, by, body), toNewsEntry),
    ),

    route(endpoints.previewNews, ({ body }) => previewNews(body, app.config.publicUrl)),

    route(endpoints.showNews, async ({ params }) => {
      return toNewsEntry(await existingNews(app, params.id))
    }),

    route(endpoints.changeNews, async ({ body, params, by }) => {
      return toNewsEntry(await changeNews(app, by, params.id, body))
    }),

    route(endpoints.deleteNews, async ({ params, by }) => {
      await removeNews(app, by, params.id)
      return null
    }),

    route(endpoints.listPublicNews, ({ query }) => listNewsForVisitors(app, query)),

    route(endpoints.showPublicNews, ({ params }) => showNewsToVisitor(app, params.id)),

    route(endpoints.newsRss, () => feeds.rss()),

    route(endpoints.newsJsonFeed, () => feeds.json()),
  ]
}
