import type { NewsEntry, NewsItem } from '@portal/contract'
import { isoInstant, isoOrNull } from '../platform/clock.ts'

/** What the author writes a body in. */
export type NewsFormat = 'markdown' | 'html'

/** What an author can set. */
export type NewsDetails = {
  /** Plain text. */
  title: string
  /** As it was written, in `format`. */
  body: string
  format: NewsFormat
  tag: string | null
  /** A URL or a path of this site; null: the item's own page. */
  link: string | null
  /** The URL or path of a picture. */
  banner: string | null
  /** Null: a draft. Ahead: published then. */
  publishedAt: number | null
}

/** A piece of news, with its body made ready for the site (`html`) and for launchers (`plainText`). */
export type News = NewsDetails & {
  id: string
  /** How it begins, on one line. */
  summary: string
  html: string
  plainText: string
  /** A player's id, or `command`. */
  author: string
  createdAt: number
  /** Grows with every change, so that it also tells one version from the next. */
  updatedAt: number
}

/** What a list of the site's page says of a piece of news. */
export type Headline = Pick<
  News,
  'id' | 'title' | 'summary' | 'tag' | 'link' | 'banner' | 'updatedAt'
> & { publishedAt: number }

/** What launchers are told of a piece of news. */
export type PublishedNews = Pick<News, 'id' | 'title' | 'plainText' | 'tag' | 'link' | 'banner'> & {
  publishedAt: number
}

/** Searches compare titles in this form: without regard to case and to ways of writing a letter. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase()
}

const DETAILS = ['title', 'body', 'format', 'tag', 'link', 'banner', 'publishedAt'] as const
type Detail = (typeof DETAILS)[number]

export function changedDetails(old: News, next: News): Detail[] {
  return DETAILS.filter((detail) => old[detail] !== next[detail])
}

/** These details for the audit trail, as JSON; of a body only how long it is. */
export function toTrace(news: News, details: readonly Detail[]): string {
  const { publishedAt, body } = news
  const shown = {
    ...news,
    publishedAt: isoOrNull(publishedAt),
    body: `${body.length} characters`,
  }
  return JSON.stringify(Object.fromEntries(details.map((detail) => [detail, shown[detail]])))
}

/** As its author sees it (contract, `NewsEntry`). */
export function toNewsEntry(news: News): NewsEntry {
  const { plainText, summary: _, publishedAt, createdAt, updatedAt, ...same } = news
  return {
    ...same,
    text: plainText,
    publishedAt: isoOrNull(publishedAt),
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
  }
}

/**
 * As launchers receive it. Addresses are absolute; without a link of its own an item leads to its
 * page (answers, Admin bodies).
 */
export function toNewsItem(news: PublishedNews, publicUrl: string): NewsItem {
  const { id, title, plainText, publishedAt, tag, link, banner } = news
  return {
    id,
    title,
    body: plainText,
    publishedAt: isoInstant(publishedAt),
    ...(tag !== null && { tag }),
    link: new URL(link ?? `/news/${id}`, publicUrl).href,
    ...(banner !== null && { banner: new URL(banner, publicUrl).href }),
  }
}
