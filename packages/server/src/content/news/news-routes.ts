import { endpoints } from '@portal/contract'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { changeNews, existingNews, removeNews } from './change-news.ts'
import { createNews } from './create-news.ts'
import { listNews } from './list-news.ts'
import { toNewsEntry } from './news.ts'
import { newsFeeds } from './news-feed.ts'
import { listPublishedHeadlines, showPublishedNews } from './read-published.ts'
import { previewNews } from './render-news.ts'

export function newsRoutes(app: App) {
  const feeds = newsFeeds(app)
  return {
    listNews: route(endpoints.listNews, ({ query }) => listNews(app, query)),

    createNews: route(endpoints.createNews, ({ body, by, idempotent }) =>
      idempotent(app, (needs) => createNews(needs, by, body), toNewsEntry),
    ),

    previewNews: route(endpoints.previewNews, ({ body }) =>
      previewNews(body, app.config.publicUrl),
    ),

    showNews: route(endpoints.showNews, async ({ params }) => {
      return toNewsEntry(await existingNews(app, params.id))
    }),

    changeNews: route(endpoints.changeNews, async ({ body, params, by }) => {
      return toNewsEntry(await changeNews(app, by, params.id, body))
    }),

    deleteNews: route(endpoints.deleteNews, async ({ params, by }) => {
      await removeNews(app, by, params.id)
      return null
    }),

    listPublicNews: route(endpoints.listPublicNews, ({ query }) =>
      listPublishedHeadlines(app, query),
    ),

    showPublicNews: route(endpoints.showPublicNews, ({ params }) =>
      showPublishedNews(app, params.id),
    ),

    newsRss: route(endpoints.newsRss, () => feeds.rss()),

    newsJsonFeed: route(endpoints.newsJsonFeed, () => feeds.json()),
  }
}
