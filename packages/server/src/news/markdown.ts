import type { Token } from 'markdown-it'

/** What addresses may take up in all: a reference is written once and can be used without end. */
const MOST_ADDRESSES = 1_000_000

/**
 * Markdown (CommonMark with tables, strike-through and bare https links) as HTML. Raw HTML in it
 * stays: whatever comes out still has to go through `readMarkup`. Undefined where its links would
 * make many megabytes out of a few kilobytes.
 */
export async function markdownToHtml(markdown: string): Promise<string | undefined> {
  const parser = await newParser()
  const tokens = parser.parse(markdown, {})
  if (sizeOfAttributes(tokens) > MOST_ADDRESSES) return undefined
  return parser.renderer.render(tokens, parser.options, {})
}

/** As `markdownToHtml`, for what is one line: a "1." or "#" at its beginning means nothing. */
export async function markdownLineToHtml(markdown: string): Promise<string> {
  return (await newParser()).renderInline(markdown)
}

async function newParser() {
  const { default: MarkdownIt } = await import('markdown-it') // only who edits news needs it
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
