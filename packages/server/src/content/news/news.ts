import { isDeepStrictEqual } from 'node:util'
import type { Locale, NewsEntry, NewsItem } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { PictureHolderText } from '../pictures/picture-references.ts'

export type NewsFormat = 'markdown' | 'html'

/** The item in another language, for visitors who read the site in that language. */
export type NewsTranslation = {
  locale: Locale
  title: string
  /** The source, in the item's `format`. */
  body: string
  summary: string
  html: string
}

export type NewsDetails = {
  title: string
  /** The source text of the item, in `format`. */
  body: string
  format: NewsFormat
  tag: string | null
  /** A URL or a path on this site; null for the item's own page. */
  link: string | null
  banner: string | null
  /** When the item was or will be published; null for a draft. */
  publishedAt: number | null
}

/** A news item. Its body is also rendered for the site (`html`) and for launchers (`plainText`). */
export type News = NewsDetails & {
  id: string
  /** The beginning of the text, without line breaks. */
  summary: string
  html: string
  plainText: string
  translation: NewsTranslation | null
  /** The author: a player's ID, or `command`. */
  author: string
  createdAt: number
  /** When the item was last changed. It increases with every change, so it also identifies the version. */
  updatedAt: number
}

export type Headline = Pick<
  News,
  'id' | 'title' | 'summary' | 'tag' | 'link' | 'banner' | 'updatedAt'
> & {
  publishedAt: number
  translation: Pick<NewsTranslation, 'locale' | 'title' | 'summary'> | null
}

export type PublishedNews = Pick<News, 'id' | 'title' | 'plainText' | 'tag' | 'link' | 'banner'> & {
  publishedAt: number
}

const DETAILS = [
  'title',
  'body',
  'format',
  'tag',
  'link',
  'banner',
  'publishedAt',
  'translation',
] as const
type Detail = (typeof DETAILS)[number]

export function changedDetails(old: News, next: News): Detail[] {
  return DETAILS.filter((detail) => !isDeepStrictEqual(old[detail], next[detail]))
}

/** Returns details of an item as JSON for the audit log. The body is represented by its length. */
export function auditTextOf(news: News, details: readonly Detail[]): string {
  const { publishedAt, body, translation, ...same } = news
  const isTranslationShown = details.includes('translation')
  const shown = { ...same, publishedAt: isoOrNull(publishedAt), body: lengthOf(body) }
  return JSON.stringify({
    ...Object.fromEntries(
      details.flatMap((detail) => (detail === 'translation' ? [] : [[detail, shown[detail]]])),
    ),
    ...(isTranslationShown && {
      translationTitle: translation?.title ?? null,
      translationBody: translation && lengthOf(translation.body),
    }),
  })
}

function lengthOf(body: string): string {
  return `${body.length} characters`
}

export function pictureTexts({ id, html, banner, translation }: News): PictureHolderText[] {
  const holder = `news/${id}`
  return [
    { holder, field: 'body', text: html },
    { holder, field: 'banner', text: banner },
    { holder, field: 'translation.body', text: translation?.html ?? null },
  ]
}

export function toNewsEntry(news: News): NewsEntry {
  const { plainText, summary: _, translation, publishedAt, createdAt, updatedAt, ...same } = news
  return {
    ...same,
    text: plainText,
    ...(translation && { translation: withoutSummary(translation) }),
    publishedAt: isoOrNull(publishedAt),
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
  }
}

function withoutSummary({ summary: _, ...same }: NewsTranslation) {
  return same
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

/** Whether visitors can see an item at an instant: the item is neither a draft nor scheduled for later. */
export function isPublished({ publishedAt }: Pick<News, 'publishedAt'>, now: number): boolean {
  return publishedAt !== null && publishedAt <= now
}

export function newsEventData({ id, title }: Pick<News, 'id' | 'title'>) {
  return { id, title, url: `/news/${id}` }
}
