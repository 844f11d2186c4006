import type { ListQuery, NewsEntry, NewsItem } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyInstant, KeyText, readPage, toPage } from '../../database/cursor.ts'
import { type News, toNewsEntry, toNewsItem } from './news.ts'
import { findVersions, listDated, listDrafts, listPublished } from './news-store.ts'

/** The sort key of the list: when an item was published (null for a draft), and its ID. */
const NewsKey = Type.Tuple([Type.Union([KeyInstant, Type.Null()]), KeyText])

/** Lists news for the admin pages: drafts first, then by publication time, newest first. */
export async function listNews(
  app: Pick<App, 'db'>,
  input: ListQuery,
): Promise<{ items: NewsEntry[]; next: string | null }> {
  const { query, limit, after } = readPage(input, NewsKey)
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
 * Lists news that were published by `now`, newest first, in the form for launchers. Runs one statement.
 * @param options.limit the largest number of items; `pageSize` reads it from a query
 */
export async function listPublishedNews(
  app: Pick<App, 'db' | 'config'>,
  options: { limit: number; now: number },
): Promise<NewsItem[]> {
  const published = await listPublished(app.db, options)
  return published.map((news) => toNewsItem(news, app.config.publicUrl))
}

/**
 * Makes a function that lists the published news. It reads the texts, which may be megabytes, only if the list has
 * changed, and returns the identical object as long as nothing changes.
 */
export function cachedNews(app: Pick<App, 'db' | 'config'>) {
  let last: { versions: string; answer: { items: NewsItem[] } } | undefined
  return async (options: { limit: number; now: number }): Promise<{ items: NewsItem[] }> => {
    const versions = await findVersions(app.db, options)
    if (last?.versions !== versions) {
      const reply = Object.freeze({ items: await listPublishedNews(app, options) })
      last = { versions, answer: reply }
      return reply
    }
    return last.answer
  }
}
