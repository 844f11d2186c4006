import type { NewsEntry, NewsItem } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { HeldText } from '../pictures/picture-uses.ts'

/** The format an author writes a body in. */
export type NewsFormat = 'markdown' | 'html'

/** What an author can set. */
export type NewsDetails = {
  /** Plain text. */
  title: string
  /** As it was written, in `format`. */
  body: string
  format: NewsFormat
  tag: string | null
  /** A URL or a path on this site; null means the item's own page. */
  link: string | null
  /** The URL or path of a picture. */
  banner: string | null
  /** Null for a draft. An instant ahead publishes the item then. */
  publishedAt: number | null
}

/** A news item, with its body made ready for the site (`html`) and for launchers (`plainText`). */
export type News = NewsDetails & {
  id: string
  /** The beginning of the text, on one line. */
  summary: string
  html: string
  plainText: string
  /** A player's id, or `command`. */
  author: string
  createdAt: number
  /** Grows with every change, so that it also tells one version from the next. */
  updatedAt: number
}

/** What lists on the site's pages show of a news item. */
export type Headline = Pick<
  News,
  'id' | 'title' | 'summary' | 'tag' | 'link' | 'banner' | 'updatedAt'
> & { publishedAt: number }

/** What launchers get of a news item. */
export type PublishedNews = Pick<News, 'id' | 'title' | 'plainText' | 'tag' | 'link' | 'banner'> & {
  publishedAt: number
}

const DETAILS = ['title', 'body', 'format', 'tag', 'link', 'banner', 'publishedAt'] as const
type Detail = (typeof DETAILS)[number]

export function changedDetails(old: News, next: News): Detail[] {
  return DETAILS.filter((detail) => old[detail] !== next[detail])
}

/** Writes details for the audit trail as JSON; a body is only named with its length. */
export function toTrace(news: News, details: readonly Detail[]): string {
  const { publishedAt, body } = news
  const shown = {
    ...news,
    publishedAt: isoOrNull(publishedAt),
    body: `${body.length} characters`,
  }
  return JSON.stringify(Object.fromEntries(details.map((detail) => [detail, shown[detail]])))
}

/** Names where an item shows pictures. */
export function picturePlaces({ id, html, banner }: News): HeldText[] {
  const holder = `news/${id}`
  return [
    { holder, field: 'body', text: html },
    { holder, field: 'banner', text: banner },
  ]
}

/** Describes an item as its author sees it (docs/contract.md#news). */
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
 * Describes an item as launchers receive it. Addresses are absolute, and an item without a link of
 * its own leads to its page (docs/contract.md#news).
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
