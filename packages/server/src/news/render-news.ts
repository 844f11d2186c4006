import { Refusal } from '../errors.ts'
import { cleanHtml } from './clean-html.ts'
import { markdownLineToHtml, markdownToHtml } from './markdown.ts'
import type { NewsFormat } from './news.ts'
import { plainLine, plainText } from './plain-text.ts'
import { readMarkup } from './read-markup.ts'

/**
 * A body for the site (sanitised HTML) and for launchers (plain text).
 *
 * @param base the site's own address, for links that are paths.
 * @throws Refusal `request.invalid` for Markdown that repeats its links without measure.
 */
export async function renderBody(
  { body, format }: { body: string; format: NewsFormat },
  base: string,
): Promise<{ html: string; plainText: string }> {
  const html = format === 'html' ? body : await markdownToHtml(body)
  if (html === undefined) {
    throw new Refusal('request.invalid', { fields: [{ field: 'body', keyword: 'links' }] })
  }
  const pieces = await readMarkup(html, base)
  return { html: cleanHtml(pieces), plainText: plainText(pieces) }
}

/**
 * A title without its markup, on one line.
 *
 * @throws Refusal `request.invalid` when nothing is left of it.
 */
export async function renderTitle(
  { title, format }: { title: string; format: NewsFormat },
  base: string,
): Promise<string> {
  const html = format === 'html' ? title : await markdownLineToHtml(title)
  const plain = plainLine(await readMarkup(html, base))
  if (plain !== '') return plain
  throw new Refusal('request.invalid', { fields: [{ field: 'title', keyword: 'markup' }] })
}
