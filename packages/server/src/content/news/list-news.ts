import type { ListQuery, NewsEntry, NewsItem } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyInstant, KeyText, readPage, toPage } from '../../database/cursor.ts'
import { type News, toNewsEntry, toNewsItem } from './news.ts'
import { findVersions, listDated, listDrafts, listPublished } from './news-store.ts'

/** When an item is published (null for a draft) and its id, which order the list. */
const NewsKey = Type.Tuple([Type.Union([KeyInstant, Type.Null()]), KeyText])

/** Lists a page for the panel: drafts on top, then the rest by publication, newest first. */
export async function listNews(
  app: Pick<App, 'db'>,
  asked: ListQuery,
): Promise<{ items: NewsEntry[]; next: string | null }> {
  const { query, limit, after } = readPage(asked, NewsKey)
  const [at, id] = after ?? [null, undefined]
  const rows: News[] = []
  if (at === null) {
    rows.push(...(await listDrafts(app.db, { query, limit: limit + 1, afterId: id })))
  }
  if (rows.length <= limit) {
    const below = at === null || id === undefined ? undefined : { at, id }
    const left = limit + 1 - rows.length
    rows.push(...(await listDated(app.db, { query, limit: left, after: below })))
  }
  const page = toPage(rows, limit, (news) => [news.publishedAt, news.id])
  return { items: page.items.map(toNewsEntry), next: page.next }
}

/**
 * Lists what launchers show: news published by `now`, newest first, in one statement.
 *
 * @param wanted.limit how many items at most; `pageSize` reads it from a query.
 */
export async function listPublishedNews(
  app: Pick<App, 'db' | 'config'>,
  wanted: { limit: number; now: number },
): Promise<NewsItem[]> {
  const published = await listPublished(app.db, wanted)
  return published.map((news) => toNewsItem(news, app.config.publicUrl))
}

/**
 * Makes a function that lists the same news but reads the texts, which can be megabytes, only when
 * the list has changed. It returns the same object while the answer is the same.
 */
export function rememberedNews(app: Pick<App, 'db' | 'config'>) {
  let last: { versions: string; answer: { items: NewsItem[] } } | undefined
  return async (wanted: { limit: number; now: number }): Promise<{ items: NewsItem[] }> => {
    const versions = await findVersions(app.db, wanted)
    if (last?.versions !== versions) {
      const answer = Object.freeze({ items: await listPublishedNews(app, wanted) })
      last = { versions, answer }
      return answer
    }
    return last.answer
  }
}
