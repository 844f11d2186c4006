import { type Attributes, type Piece, voidElements } from './markup.ts'

/**
 * Writes the pieces as HTML for a page of the site. It writes tag by tag and escapes all text and
 * values. The whitelist has only elements whose content a browser reads as ordinary HTML, so that
 * the result cannot turn into something else when it is parsed again.
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
