import type { NewNews } from '@portal/contract'
import type { App } from '../app.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { newSortableId } from '../platform/random.ts'
import { type News, toTrace } from './news.ts'
import { insertNews } from './news-store.ts'
import { readDetails } from './read-details.ts'
import { renderBody, renderTitle } from './render-news.ts'

/**
 * Writes a piece of news; without an instant it is published at once.
 *
 * @throws Refusal `request.invalid`
 */
export async function createNews(
  app: Pick<App, 'db' | 'clock' | 'random' | 'config'>,
  given: NewNews,
  by: { actor: string; ip: string | null },
): Promise<News> {
  const { publicUrl } = app.config
  const now = app.clock.now()
  const details = readDetails(given)
  const { format = 'markdown', tag = null, link = null, banner = null } = details
  const news: News = {
    id: newSortableId(app.random, now),
    title: await renderTitle({ title: given.title, format }, publicUrl),
    body: given.body,
    format,
    ...(await renderBody({ body: given.body, format }, publicUrl)),
    tag,
    link,
    banner,
    publishedAt: details.publishedAt === undefined ? now : details.publishedAt,
    author: by.actor,
    createdAt: now,
    updatedAt: now,
  }
  const entry = { action: 'news.created', ...by, target: news.id } as const
  const after = toTrace(news, ['title', 'publishedAt'])
  await app.db.transaction().execute(async (tx) => {
    await insertNews(tx, news)
    await insertAudit(tx, newAudit(app, { ...entry, after }))
  })
  return news
}
