import type { endpoints, Locale, PageEntry, PagePlace, PageVersion } from '@portal/contract'
import type { Static } from 'typebox'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { PictureHolderText } from '../pictures/picture-references.ts'

/** How many former versions of a page are kept, and how many pages a site may have (docs/contract.md#pages). */
export const MAX_VERSIONS = 50
export const MAX_PAGES = 100

/** The texts of a page in each language. A title is empty if the page has no text in that language. */
export type PageTexts = { titleEn: string; titleRu: string; bodyEn: string; bodyRu: string }

export type SitePage = PageTexts & {
  id: string
  slug: string
  place: PagePlace
  position: number
  version: number
  /** The last editor: a player's ID, or `command`. */
  author: string
  createdAt: number
  updatedAt: number
  /** When the page was published; null for a draft. */
  publishedAt: number | null
  /** Whether players must agree to the page. `edition` is the number of the newest edition; 0 if there is none. */
  mustAgree: boolean
  edition: number
  summaryEn: string
  summaryRu: string
  htmlEn: string
  htmlRu: string
}

export type PageRow = Omit<SitePage, 'position' | `${'body' | 'html' | 'summary'}${'En' | 'Ru'}`>

export type PageVersionTexts = PageTexts & { version: number; author: string; savedAt: number }

const DETAILS = [
  'slug',
  'titleEn',
  'titleRu',
  'bodyEn',
  'bodyRu',
  'place',
  'publishedAt',
  'mustAgree',
  'edition',
] as const
type Detail = (typeof DETAILS)[number]
const TEXTS = ['titleEn', 'titleRu', 'bodyEn', 'bodyRu'] as const

export function changedDetails(old: SitePage, next: SitePage): Detail[] {
  return DETAILS.filter((detail) => old[detail] !== next[detail])
}

export function changesTexts(old: SitePage, next: SitePage): boolean {
  return TEXTS.some((text) => old[text] !== next[text])
}

/** Returns details of a page as JSON for the audit log. A body is represented by its length. */
export function auditTextOf(page: SitePage, details: readonly Detail[]): string {
  const { publishedAt, bodyEn, bodyRu } = page
  const shown = {
    ...page,
    publishedAt: isoOrNull(publishedAt),
    bodyEn: `${bodyEn.length} characters`,
    bodyRu: `${bodyRu.length} characters`,
  }
  return JSON.stringify(Object.fromEntries(details.map((detail) => [detail, shown[detail]])))
}

export function pathOf({ slug }: Pick<SitePage, 'slug'>): string {
  return `/pages/${slug}`
}

export function pictureTexts({ id, htmlEn, htmlRu }: SitePage): PictureHolderText[] {
  const holder = `page/${id}`
  return [
    { holder, field: 'bodyEn', text: htmlEn },
    { holder, field: 'bodyRu', text: htmlRu },
  ]
}

/**
 * Returns the texts of a former version in the form from which `updatePictureReferences` finds the pictures that they
 * use. Null for `texts` removes the references.
 */
export function versionHolder(
  id: string,
  version: number,
  texts: PageTexts | null,
): PictureHolderText {
  const text = texts && `${texts.bodyEn}\n${texts.bodyRu}`
  return { holder: `page/${id}/${version}`, field: 'version', text, former: true }
}

/**
 * Returns the texts of an edition in the form from which `updatePictureReferences` finds the pictures that they use.
 * Null for `texts` removes the references.
 */
export function editionHolder(
  id: string,
  edition: number,
  texts: PageTexts | null,
): PictureHolderText {
  const text = texts && `${texts.bodyEn}\n${texts.bodyRu}`
  return { holder: `page/${id}/edition/${edition}`, field: 'edition', text, former: true }
}

/**
 * Returns title and summary in the first of these languages in which the page has a text: the reader's, the site's, any
 * other.
 */
export function textIn(
  page: Pick<SitePage, 'titleEn' | 'titleRu' | 'summaryEn' | 'summaryRu'>,
  preferredLocale: Locale,
  defaultLocale: Locale,
): { title: string; summary: string } {
  const texts = {
    en: { title: page.titleEn, summary: page.summaryEn },
    ru: { title: page.titleRu, summary: page.summaryRu },
  }
  const written = [preferredLocale, defaultLocale, 'en', 'ru'] as const
  return texts[written.find((locale) => texts[locale].title !== '') ?? defaultLocale]
}

type Names = ReadonlyMap<string, string>

export function toPageItem(
  row: PageRow,
  names: Names,
): Static<typeof endpoints.listPages.reply>['items'][number] {
  const { publishedAt, createdAt, updatedAt, author, ...same } = row
  return {
    ...same,
    author,
    authorName: names.get(author) ?? null,
    publishedAt: isoOrNull(publishedAt),
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
  }
}

export function toPageEntry(page: SitePage, names: Names): PageEntry {
  const { summaryEn: _, summaryRu: __, position: ___, ...rest } = page
  const { bodyEn, bodyRu, htmlEn, htmlRu, ...row } = rest
  return { ...toPageItem(row, names), bodyEn, bodyRu, htmlEn, htmlRu }
}

export function toVersionItem(
  oldVersion: Omit<PageVersionTexts, 'bodyEn' | 'bodyRu'>,
  names: Names,
): Omit<PageVersion, 'bodyEn' | 'bodyRu' | 'htmlEn' | 'htmlRu'> {
  const { version, author, savedAt, titleEn, titleRu } = oldVersion
  const authorName = names.get(author) ?? null
  return { version, author, authorName, savedAt: isoInstant(savedAt), titleEn, titleRu }
}
