import type { Token } from 'markdown-it'

/**
 * The maximum total length of the URLs in a text, in characters. A limit is needed, because a URL that is defined once
 * in Markdown can be used any number of times.
 */
const MAX_LINKS = 1_000_000

/**
 * Renders Markdown (CommonMark with tables, strikethrough and bare https links) as HTML. Raw HTML
 * passes through, so the result must still go through `parseMarkup`. Returns undefined if repeated
 * links would turn a few kilobytes into megabytes.
 */
export async function markdownToHtml(markdown: string): Promise<string | undefined> {
  const parser = await newParser()
  const tokens = parser.parse(markdown, {})
  if (sizeOfAttributes(tokens) > MAX_LINKS) return undefined
  return parser.renderer.render(tokens, parser.options, {})
}

/** Renders one line of Markdown as HTML. `1.` and `#` at the start of the line have no special meaning. */
export async function markdownLineToHtml(markdown: string): Promise<string> {
  return (await newParser()).renderInline(markdown)
}

async function newParser() {
  const { default: MarkdownIt } = await import('markdown-it') // only needed when texts are edited
  const parser = new MarkdownIt({ html: true, linkify: true })
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false }) // otherwise "mod.pro" would become a link
  parser.normalizeLink = (url) => url // `parseMarkup` normalizes the URL and keeps the original
  return parser
}

function sizeOfAttributes(tokens: readonly Token[]): number {
  let size = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) size += String(value).length
    if (children) size += sizeOfAttributes(children)
  }
  return size
}
