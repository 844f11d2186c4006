import { type NewPage, slugOf } from '@portal/contract'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { renderBody } from '../news/render-news.ts'
import type { PageTexts, SitePage } from './page.ts'

type RenderedTexts = Pick<SitePage, 'htmlEn' | 'htmlRu' | 'summaryEn' | 'summaryRu'>

/**
 * Merges changed texts into the old ones and checks that each text has a title.
 * @throws Refusal `request.invalid`
 */
export function parsePageTexts(old: PageTexts, changes: Partial<NewPage>): PageTexts {
  const texts = {
    titleEn: changes.titleEn === undefined ? old.titleEn : plainLine(changes.titleEn),
    titleRu: changes.titleRu === undefined ? old.titleRu : plainLine(changes.titleRu),
    bodyEn: changes.bodyEn ?? old.bodyEn,
    bodyRu: changes.bodyRu ?? old.bodyRu,
  }
  const faults: FieldFault[] = []
  const isNameless = texts.titleEn === '' && texts.titleRu === ''
  for (const [title, body] of [
    ['titleEn', texts.bodyEn],
    ['titleRu', texts.bodyRu],
  ] as const) {
    const isMissing = texts[title] === '' && (isNameless || body.trim() !== '')
    if (isMissing) faults.push({ field: title, keyword: 'untitled' })
  }
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return texts
}

/**
 * Renders the bodies of a page as sanitized HTML, by the same rules as news.
 * @param base the site's own address, for links that are paths
 * @throws Refusal `request.invalid` if Markdown repeats its links excessively
 */
export async function renderTexts(
  { bodyEn, bodyRu }: Pick<PageTexts, 'bodyEn' | 'bodyRu'>,
  base: string,
): Promise<RenderedTexts> {
  const en = await renderBody({ body: bodyEn, format: 'markdown' }, base, 'bodyEn')
  const ru = await renderBody({ body: bodyRu, format: 'markdown' }, base, 'bodyRu')
  return { htmlEn: en.html, htmlRu: ru.html, summaryEn: en.summary, summaryRu: ru.summary }
}

/** Returns a slug made of a title; `page` if no letter of the title can be used. */
export function slugFor({ titleEn, titleRu }: Pick<PageTexts, 'titleEn' | 'titleRu'>): string {
  return slugOf(titleEn) || slugOf(titleRu) || 'page'
}

/**
 * Returns a title as one line, without control characters of the text direction, which would reorder the text around
 * it.
 */
function plainLine(title: string): string {
  return title.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
}
