import type { endpoints, Locale, PageEntry, PagePlace, PageVersion } from '@portal/contract'
import type { Static } from 'typebox'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { HeldText } from '../pictures/picture-uses.ts'

/** How many former versions of a page are kept, and how many pages (docs/contract.md#pages). */
export const VERSIONS_KEPT = 50
export const MOST_PAGES = 100

/** What an editor wrote, in each language; a title is empty where there is no text. */
export type PageTexts = { titleEn: string; titleRu: string; bodyEn: string; bodyRu: string }

/** A page that the owner writes, with its texts made ready for the site. */
export type SitePage = PageTexts & {
  id: string
  slug: string
  place: PagePlace
  position: number
  /** Grows by one with every save. */
  version: number
  /** Who saved it last: a player's id, or `command`. */
  author: string
  createdAt: number
  updatedAt: number
  /** Null for a draft. */
  publishedAt: number | null
  /** Whether players have to agree to it, and the newest edition they were asked for; 0: none yet. */
  mustAgree: boolean
  edition: number
  summaryEn: string
  summaryRu: string
  htmlEn: string
  htmlRu: string
}

/** What a list shows of a page. */
export type PageRow = Omit<SitePage, 'position' | `${'body' | 'html' | 'summary'}${'En' | 'Ru'}`>

/** The texts of a page as somebody saved them before. */
export type FormerTexts = PageTexts & { version: number; author: string; savedAt: number }

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

/** Writes details for the audit trail as JSON; a body is only named with its length. */
export function toTrace(page: SitePage, details: readonly Detail[]): string {
  const { publishedAt, bodyEn, bodyRu } = page
  const shown = {
    ...page,
    publishedAt: isoOrNull(publishedAt),
    bodyEn: `${bodyEn.length} characters`,
    bodyRu: `${bodyRu.length} characters`,
  }
  return JSON.stringify(Object.fromEntries(details.map((detail) => [detail, shown[detail]])))
}

/** Returns where a page is on the site; the audit names it by that. */
export function pathOf({ slug }: Pick<SitePage, 'slug'>): string {
  return `/pages/${slug}`
}

/** Names where a page shows pictures. */
export function picturePlaces({ id, htmlEn, htmlRu }: SitePage): HeldText[] {
  const holder = `page/${id}`
  return [
    { holder, field: 'bodyEn', text: htmlEn },
    { holder, field: 'bodyRu', text: htmlRu },
  ]
}

/** Names where a former version does; null lets them go. */
export function formerPlace(id: string, version: number, texts: PageTexts | null): HeldText {
  const text = texts && `${texts.bodyEn}\n${texts.bodyRu}`
  return { holder: `page/${id}/${version}`, field: 'version', text, former: true }
}

/** Names where an edition does; null lets them go. */
export function editionPlace(id: string, edition: number, texts: PageTexts | null): HeldText {
  const text = texts && `${texts.bodyEn}\n${texts.bodyRu}`
  return { holder: `page/${id}/edition/${edition}`, field: 'edition', text, former: true }
}

/** The text of a page for a reader: in their language, in the site's, or in the one there is. */
export function textIn(
  page: Pick<SitePage, 'titleEn' | 'titleRu' | 'summaryEn' | 'summaryRu'>,
  wanted: Locale,
  usual: Locale,
): { title: string; summary: string } {
  const texts = {
    en: { title: page.titleEn, summary: page.summaryEn },
    ru: { title: page.titleRu, summary: page.summaryRu },
  }
  const written = [wanted, usual, 'en', 'ru'] as const
  return texts[written.find((locale) => texts[locale].title !== '') ?? usual]
}

type Names = ReadonlyMap<string, string>

/** Describes a page in the panel's list (docs/contract.md#pages). */
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

/** Describes a page as its editors see it. */
export function toPageEntry(page: SitePage, names: Names): PageEntry {
  const { summaryEn: _, summaryRu: __, position: ___, ...rest } = page
  const { bodyEn, bodyRu, htmlEn, htmlRu, ...row } = rest
  return { ...toPageItem(row, names), bodyEn, bodyRu, htmlEn, htmlRu }
}

export function toVersionItem(
  former: Omit<FormerTexts, 'bodyEn' | 'bodyRu'>,
  names: Names,
): Omit<PageVersion, 'bodyEn' | 'bodyRu' | 'htmlEn' | 'htmlRu'> {
  const { version, author, savedAt, titleEn, titleRu } = former
  const authorName = names.get(author) ?? null
  return { version, author, authorName, savedAt: isoInstant(savedAt), titleEn, titleRu }
}
