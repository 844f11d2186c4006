import { type NewPage, slugOf } from '@portal/contract'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { renderBody } from '../news/render-news.ts'
import type { PageTexts, SitePage } from './page.ts'

type Rendered = Pick<SitePage, 'htmlEn' | 'htmlRu' | 'summaryEn' | 'summaryRu'>

/**
 * Reads the texts that an editor gave on top of those there were, and checks that each has a title.
 *
 * @throws Refusal `request.invalid`
 */
export function readTexts(old: PageTexts, given: Partial<NewPage>): PageTexts {
  const texts = {
    titleEn: given.titleEn === undefined ? old.titleEn : plainLine(given.titleEn),
    titleRu: given.titleRu === undefined ? old.titleRu : plainLine(given.titleRu),
    bodyEn: given.bodyEn ?? old.bodyEn,
    bodyRu: given.bodyRu ?? old.bodyRu,
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
 * Renders the bodies as sanitised HTML, by the same rules as news.
 *
 * @param base the site's own address, for links that are paths.
 * @throws Refusal `request.invalid` when Markdown repeats its links excessively.
 */
export async function renderTexts(
  { bodyEn, bodyRu }: Pick<PageTexts, 'bodyEn' | 'bodyRu'>,
  base: string,
): Promise<Rendered> {
  const en = await renderBody({ body: bodyEn, format: 'markdown' }, base, 'bodyEn')
  const ru = await renderBody({ body: bodyRu, format: 'markdown' }, base, 'bodyRu')
  return { htmlEn: en.html, htmlRu: ru.html, summaryEn: en.summary, summaryRu: ru.summary }
}

/** Makes the end of an address from a title; a title without any letter of ours makes `page`. */
export function slugFor({ titleEn, titleRu }: Pick<PageTexts, 'titleEn' | 'titleRu'>): string {
  return slugOf(titleEn) || slugOf(titleRu) || 'page'
}

/** A title on one line. A direction control would reverse the words around it in every menu. */
function plainLine(title: string): string {
  return title.replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
}
