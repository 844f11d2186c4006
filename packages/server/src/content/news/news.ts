import type { NewsEntry, NewsItem } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { PictureHolderText } from '../pictures/picture-references.ts'

export type NewsFormat = 'markdown' | 'html'

export type NewsDetails = {
  title: string
  /** The source, in `format`. */
  body: string
  format: NewsFormat
  tag: string | null
  /** A URL or a path on this site; null means the item's own page. */
  link: string | null
  banner: string | null
  /** Null for a draft. A future time schedules the item. */
  publishedAt: number | null
}

/** A news item, with its body rendered for the site (`html`) and for launchers (`plainText`). */
export type News = NewsDetails & {
  id: string
  /** The beginning of the text, on one line. */
  summary: string
  html: string
  plainText: string
  /** A player's id, or `command`. */
  author: string
  createdAt: number
  /** Increases with every change, so it also identifies the version. */
  updatedAt: number
}

export type Headline = Pick<
  News,
  'id' | 'title' | 'summary' | 'tag' | 'link' | 'banner' | 'updatedAt'
> & { publishedAt: number }

export type PublishedNews = Pick<News, 'id' | 'title' | 'plainText' | 'tag' | 'link' | 'banner'> & {
  publishedAt: number
}

const DETAILS = ['title', 'body', 'format', 'tag', 'link', 'banner', 'publishedAt'] as const
type Detail = (typeof DETAILS)[number]

export function changedDetails(old: News, next: News): Detail[] {
  return DETAILS.filter((detail) => old[detail] !== next[detail])
}

/** Returns details as JSON for the audit log; a body is represented by its length. */
export function auditTextOf(news: News, details: readonly Detail[]): string {
  const { publishedAt, body } = news
  const shown = {
    ...news,
    publishedAt: isoOrNull(publishedAt),
    body: `${body.length} characters`,
  }
  return JSON.stringify(Object.fromEntries(details.map((detail) => [detail, shown[detail]])))
}

export function pictureTexts({ id, html, banner }: News): PictureHolderText[] {
  const holder = `news/${id}`
  return [
    { holder, field: 'body', text: html },
    { holder, field: 'banner', text: banner },
  ]
}

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

/** Builds an item for launchers, with absolute URLs and a link to its page by default (docs/contract.md#news). */
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

/** Whether visitors see an item. Drafts and scheduled items cause no event. */
export function isPublished({ publishedAt }: Pick<News, 'publishedAt'>, now: number): boolean {
  return publishedAt !== null && publishedAt <= now
}

export function newsEventData({ id, title }: Pick<News, 'id' | 'title'>) {
  return { id, title, url: `/news/${id}` }
}
