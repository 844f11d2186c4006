import type { Token } from 'markdown-it'

/**
 * How long all addresses may be together: a reference is written once but can be used endlessly.
 */
const MOST_ADDRESSES = 1_000_000

/**
 * Turns Markdown (CommonMark with tables, strikethrough and bare https links) into HTML. Raw HTML
 * in it stays, so the result must still go through `readMarkup`. Returns undefined when links would
 * turn a few kilobytes into many megabytes.
 */
export async function markdownToHtml(markdown: string): Promise<string | undefined> {
  const parser = await newParser()
  const tokens = parser.parse(markdown, {})
  if (sizeOfAttributes(tokens) > MOST_ADDRESSES) return undefined
  return parser.renderer.render(tokens, parser.options, {})
}

/** Turns one line of Markdown into HTML: a "1." or "#" at its beginning has no special meaning. */
export async function markdownLineToHtml(markdown: string): Promise<string> {
  return (await newParser()).renderInline(markdown)
}

async function newParser() {
  const { default: MarkdownIt } = await import('markdown-it') // only needed when news is edited
  const parser = new MarkdownIt({ html: true, linkify: true })
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false }) // "mod.pro" is not an address
  parser.normalizeLink = (url) => url // readMarkup makes it canonical, and keeps what was written
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
