import type { ListQuery, NewsHeadline, NewsPage } from '@portal/contract'
import type { App } from '../../app.ts'
import { InstantAndId, readPage, toPage } from '../../database/cursor.ts'
import { isoInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { existingNews } from './change-news.ts'
import type { Headline, News } from './news.ts'
import { listHeadlines } from './news-store.ts'

type Deps = Pick<App, 'db' | 'clock'>

export async function listPublishedHeadlines(
  app: Deps,
  input: Pick<ListQuery, 'limit' | 'cursor'>,
): Promise<{ items: NewsHeadline[]; next: string | null }> {
  const { limit, after: last } = readPage(input, InstantAndId)
  const after = last && { at: last[0], id: last[1] }
  const rows = await listHeadlines(app.db, { now: app.clock.now(), limit: limit + 1, after })
  const page = toPage(rows, limit, (news) => [news.publishedAt, news.id])
  return { items: page.items.map(toHeadline), next: page.next }
}

/**
 * Returns a published item.
 * @throws Refusal `news.notfound`, also for a draft or a scheduled item
 */
export async function publishedNews(
  app: Deps,
  id: string,
): Promise<News & { publishedAt: number }> {
  const news = await existingNews(app, id)
  if (!isPublished(news, app.clock.now())) throw new Refusal('news.notfound')
  return news
}

export async function showPublishedNews(app: Deps, id: string): Promise<NewsPage> {
  const news = await publishedNews(app, id)
  const { title, tag, link, banner, html, translation, publishedAt } = news
  return {
    id,
    title,
    tag,
    link,
    banner,
    html,
    ...(translation && {
      translation: {
        locale: translation.locale,
        title: translation.title,
        html: translation.html,
      },
    }),
    publishedAt: isoInstant(publishedAt),
  }
}

function isPublished(news: News, now: number): news is News & { publishedAt: number } {
  return news.publishedAt !== null && news.publishedAt <= now
}

function toHeadline({ updatedAt: _, publishedAt, translation, ...same }: Headline): NewsHeadline {
  return { ...same, publishedAt: isoInstant(publishedAt), ...(translation && { translation }) }
}
