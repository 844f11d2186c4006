import { column, type Row } from './column.ts'
import {
  asStored,
  DUPLICATE,
  INTERNAL,
  IS_PLAYER,
  instant,
  pageAddress,
  SITE_CONTENT,
} from './export-rules.ts'

export type NewsTable = Row<typeof NewsTable>
export const NewsTable = {
  id: column<string>(asStored('id')),
  title: column<string>(asStored('title')),
  title_key: column<string>(DUPLICATE),
  /** The beginning of `plain_text`, without line breaks. */
  summary: column<string>(SITE_CONTENT),
  tag: column<string | null>(SITE_CONTENT),
  link: column<string | null>(SITE_CONTENT),
  banner: column<string | null>(SITE_CONTENT),
  author: column<string>(IS_PLAYER),
  created_at: column<number>(instant('writtenAt')),
  updated_at: column<number>(instant('changedAt')),
  /** When the news is published: null for a draft, in the future if scheduled. */
  published_at: column<number | null>(instant('publishedAt')),
  format: column<string>(SITE_CONTENT),
  plain_text: column<string>(SITE_CONTENT),
  /** The body for the site, sanitized. */
  html: column<string>(SITE_CONTENT),
  /** The source, in `format`: `markdown` or `html`. */
  body: column<string>(SITE_CONTENT),
  /** `en` or `ru`; null, like all columns of the translation, without one. */
  translation_locale: column<string | null>(SITE_CONTENT),
  translation_title: column<string | null>(SITE_CONTENT),
  translation_summary: column<string | null>(SITE_CONTENT),
  translation_body: column<string | null>(SITE_CONTENT),
  translation_html: column<string | null>(SITE_CONTENT),
}

/** A page that the owner wrote. A title is empty if the page has no text in that language. */
export type PageTable = Row<typeof PageTable>
export const PageTable = {
  id: column<string>(INTERNAL),
  slug: column<string>(asStored('page')),
  title_en: column<string>(asStored('titleEn')),
  title_ru: column<string>(asStored('titleRu')),
  /** Where the site links to the page: `none`, `menu`, `footer` or `both`. */
  place: column<string>(SITE_CONTENT),
  position: column<number>(SITE_CONTENT),
  version: column<number>(asStored('version')),
  author: column<string>(IS_PLAYER),
  created_at: column<number>(SITE_CONTENT),
  updated_at: column<number>(instant('savedAt')),
  published_at: column<number | null>(SITE_CONTENT),
  /** The beginnings of the texts in English and Russian, without line breaks. */
  summary_en: column<string>(SITE_CONTENT),
  summary_ru: column<string>(SITE_CONTENT),
  html_en: column<string>(SITE_CONTENT),
  html_ru: column<string>(SITE_CONTENT),
  body_en: column<string>(SITE_CONTENT),
  body_ru: column<string>(SITE_CONTENT),
}

export type PageVersionTable = Row<typeof PageVersionTable>
export const PageVersionTable = {
  page_id: column<string>(INTERNAL),
  version: column<number>(asStored('version')),
  author: column<string>(IS_PLAYER),
  saved_at: column<number>(instant('savedAt')),
  title_en: column<string>(asStored('titleEn')),
  title_ru: column<string>(asStored('titleRu')),
  body_en: column<string>(SITE_CONTENT),
  body_ru: column<string>(SITE_CONTENT),
}

/** Whether a page requires consent. The row remains after the first edition, even if consent is no longer required. */
export type PageDemandTable = {
  page_id: string
  /** The newest edition for which consent was requested; 0: none yet. */
  edition: number
  /** Since when consent is required; null if it is no longer required. */
  demanded_at: number | null
}

export type PageEditionTable = Row<typeof PageEditionTable>
export const PageEditionTable = {
  page_id: column<string>(pageAddress('page')),
  edition: column<number>(asStored('version')),
  author: column<string>(IS_PLAYER),
  published_at: column<number>(instant('publishedAt')),
  title_en: column<string>(asStored('titleEn')),
  title_ru: column<string>(asStored('titleRu')),
  body_en: column<string>(SITE_CONTENT),
  body_ru: column<string>(SITE_CONTENT),
}

export type ConsentTable = Row<typeof ConsentTable>
export const ConsentTable = {
  player_id: column<string>(IS_PLAYER),
  page_id: column<string>(pageAddress('page')),
  edition: column<number>(asStored('version')),
  agreed_at: column<number>(instant('agreedAt')),
  ip: column<string>(asStored('address')),
}

export type AgeAnswerTable = Row<typeof AgeAnswerTable>
export const AgeAnswerTable = {
  player_id: column<string>(IS_PLAYER),
  at_least: column<number>(asStored('atLeast')),
  answered_at: column<number>(instant('answeredAt')),
}
