import type { NewsEntry } from '@portal/contract'
import { Refusal } from '../../platform/errors.ts'
import { cleanHtml } from './clean-html.ts'
import { markdownLineToHtml, markdownToHtml } from './markdown.ts'
import type { News, NewsFormat } from './news.ts'
import { plainLine, plainText } from './plain-text.ts'
import { readMarkup } from './read-markup.ts'

/** In UTF-16 units; a longer summary is cut after a whole word. */
const LONGEST_SUMMARY = 240

/**
 * Renders a body for the site (sanitised HTML), for launchers (plain text) and for lists (its
 * beginning, without the addresses of links).
 *
 * @param base the site's own address, for links that are paths.
 * @param field what the body is called where it came in.
 * @throws Refusal `request.invalid` when Markdown repeats its links excessively.
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
  const pieces = await readMarkup(html, base)
  const readable = pieces.filter((piece) => piece.kind === 'text' || piece.tag !== 'a')
  return {
    html: cleanHtml(pieces),
    plainText: plainText(pieces),
    summary: summaryOf(plainText(readable)),
  }
}

function summaryOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= LONGEST_SUMMARY) return line
  const cut = line.slice(0, LONGEST_SUMMARY)
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1 || undefined).trimEnd()}…`
}

type WrittenTitle = { title: string; format: NewsFormat }

/**
 * Renders a title without its markup, on one line.
 *
 * @throws Refusal `request.invalid` when nothing is left of the title.
 */
export async function renderTitle(written: WrittenTitle, base: string): Promise<string> {
  const plain = await plainTitle(written, base)
  if (plain !== '') return plain
  throw new Refusal('request.invalid', { fields: [{ field: 'title', keyword: 'markup' }] })
}

async function plainTitle({ title, format }: WrittenTitle, base: string): Promise<string> {
  const html = format === 'html' ? title : await markdownLineToHtml(title)
  return plainLine(await readMarkup(html, base))
}

/**
 * Renders an item that is still being written, as it would be kept.
 *
 * @throws Refusal `request.invalid` as `renderBody` does.
 */
export async function previewNews(
  { title, body, format = 'markdown' }: { title: string; body: string; format?: NewsFormat },
  base: string,
): Promise<Pick<NewsEntry, 'title' | 'html' | 'text'>> {
  const { html, plainText: text } = await renderBody({ body, format }, base)
  return { title: await plainTitle({ title, format }, base), html, text }
}
