import { type Attributes, type Piece, voidElements } from './markup.ts'

/**
 * The pieces as HTML for a page of the site. It is made here tag by tag: text and values are escaped,
 * and no element is in the whitelist whose content a browser would not read as ordinary HTML, so
 * that it cannot turn into something else when it is parsed again.
 */
export function cleanHtml(pieces: readonly Piece[]): string {
  return pieces.map(htmlOf).join('').trim()
}

function htmlOf(piece: Piece): string {
  if (piece.kind === 'text') return escaped(piece.text)
  if (piece.kind === 'close') return voidElements.has(piece.tag) ? '' : `</${piece.tag}>`
  const { tag, attributes } = piece
  const fixed: Attributes = tag === 'a' ? { rel: 'noopener nofollow' } : {}
  const list = Object.entries({ ...attributes, ...fixed })
  return `<${tag}${list.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
