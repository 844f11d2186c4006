import type { NewsEntry } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { cleanHtml } from './clean-html.ts'
import { markdownLineToHtml, markdownToHtml } from './markdown.ts'
import type { Piece } from './markup.ts'
import type { News, NewsFormat, NewsTranslation } from './news.ts'
import { parseMarkup } from './parse-markup.ts'
import { plainLine, plainText } from './plain-text.ts'

/** The longest summary, in UTF-16 units. A longer text is cut after a whole word. */
const MAX_SUMMARY_LENGTH = 240

/**
 * Renders a body as sanitized HTML for the site, as plain text for launchers, and as a summary for
 * lists, without link addresses.
 * @param base the site's own address, for links that are paths
 * @param field the name of the body's field in the request
 * @throws Refusal `request.invalid` if Markdown repeats its links excessively
 */
export async function renderBody(
  { body, format }: { body: string; format: NewsFormat },
  base: string,
  field = 'body',
): Promise<Pick<News, 'html' | 'plainText' | 'summary'>> {
  const html = format === 'html' ? body : await markdownToHtml(body)
  if (html === undefined) {
    throw new Refusal('request.invalid', { fields: [{ field, keyword: 'links' }] })
  }
  const pieces = await parseMarkup(html, base)
  const readable = withoutHeadings(pieces).filter(
    (piece) => piece.kind === 'text' || piece.tag !== 'a',
  )
  return {
    html: cleanHtml(pieces),
    plainText: plainText(pieces),
    summary: summaryOf(plainText(readable)),
  }
}

function separatorAfter(line: string, next: string | undefined): string {
  if (next === undefined || /[.,:;!?…]$/.test(line)) return ''
  if (next.startsWith('• ')) return ';'
  return line.startsWith('• ') ? '.' : ''
}

/** Removes headings, unless there is no other text: without its size, a heading looks like a part of the text. */
function withoutHeadings(pieces: readonly Piece[]): readonly Piece[] {
  let depth = 0
  const rest = pieces.filter((piece) => {
    const isHeading = piece.kind !== 'text' && /^h[1-6]$/.test(piece.tag)
    if (isHeading) depth += piece.kind === 'open' ? 1 : -1
    return depth === 0 && !isHeading
  })
  return plainText(rest) === '' ? pieces : rest
}

/** Joins the lines of a text. List items, which often end without a period, are separated by semicolons. */
function summaryOf(text: string): string {
  const lines = text.split('\n').map((one) => one.replaceAll(/\s+/g, ' ').trim())
  const written = lines.filter((one) => one !== '')
  const line = written
    .map((one, at) => one.replace(/^• /, '') + separatorAfter(one, written[at + 1]))
    .join(' ')
  if (line.length <= MAX_SUMMARY_LENGTH) return line
  const cut = line.slice(0, MAX_SUMMARY_LENGTH)
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()}…`
}

type TitleSource = { title: string; format: NewsFormat }

/** Renders a title as plain text on one line. @throws Refusal `request.invalid` if no text remains */
export async function renderTitle(
  source: TitleSource,
  base: string,
  field = 'title',
): Promise<string> {
  const plain = await plainTitle(source, base)
  if (plain !== '') return plain
  throw new Refusal('request.invalid', { fields: [{ field, keyword: 'markup' }] })
}

/**
 * Renders a translation in the item's format.
 * @throws Refusal `request.invalid` for the same reasons as `renderTitle` and `renderBody`
 */
export async function renderTranslation(
  { locale, title, body }: Pick<NewsTranslation, 'locale' | 'title' | 'body'>,
  format: NewsFormat,
  base: string,
): Promise<NewsTranslation> {
  const { html, summary } = await renderBody({ body, format }, base, 'translation.body')
  return {
    locale,
    title: await renderTitle({ title, format }, base, 'translation.title'),
    body,
    html,
    summary,
  }
}

async function plainTitle({ title, format }: TitleSource, base: string): Promise<string> {
  const html = format === 'html' ? title : await markdownLineToHtml(title)
  return plainLine(await parseMarkup(html, base))
}

/**
 * Renders an item in the form in which it would be stored.
 * @throws Refusal `request.invalid` for the same reasons as `renderBody`
 */
export async function previewNews(
  { title, body, format = 'markdown' }: { title: string; body: string; format?: NewsFormat },
  base: string,
): Promise<Pick<NewsEntry, 'title' | 'html' | 'text'>> {
  const { html, plainText: text } = await renderBody({ body, format }, base)
  return { title: await plainTitle({ title, format }, base), html, text }
}
