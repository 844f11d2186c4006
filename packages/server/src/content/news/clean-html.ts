import { type Attributes, type Piece, voidElements } from './markup.ts'

/**
 * Converts pieces to HTML. Escapes all text and attribute values. The allowed elements have no special parsing rules,
 * so parsing the result gives the same elements again.
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
