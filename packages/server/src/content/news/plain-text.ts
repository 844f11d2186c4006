import { type LineWriter, newLineWriter } from './line-writer.ts'
import type { Piece } from './markup.ts'

/**
 * Elements that stand on lines of their own, and elements that an empty line sets apart as well, as
 * browsers show them (HTML Standard, section 15.3).
 */
const LINES = new Set(['div', 'li', 'dt', 'dd', 'caption', 'thead', 'tbody', 'tfoot', 'tr'])
const PARAGRAPHS = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'dl', 'table', 'hr'])
const HEADING = /^h[1-6]$/

const BULLET = '• '
const INDENT = '  '
const DEEPEST_INDENT = 8

/** Where the writer is in the text. */
type Place = {
  lines: LineWriter
  lists: number
  cells: number
  verbatim: number
  link: { piece: Opening; mark: number } | undefined
}

type Opening = Piece & { kind: 'open' }

/**
 * Writes the pieces as plain text for launchers: blocks on lines of their own, list items with "•
 * ", links as `text (url)`, table cells separated by tabs, and at most one empty line in a row
 * (docs/contract.md#news).
 */
export function plainText(pieces: readonly Piece[]): string {
  const lines = newLineWriter()
  const place: Place = { lines, lists: 0, cells: 0, verbatim: 0, link: undefined }
  for (const piece of pieces) {
    if (piece.kind === 'text') writeText(place, piece.text)
    else if (piece.kind === 'open') open(place, piece)
    else close(place, piece.tag)
  }
  return lines.text()
}

/** Writes only the text, on one line, for titles. */
export function plainLine(pieces: readonly Piece[]): string {
  const words = pieces.map((piece) => (piece.kind === 'text' ? piece.text : separator(piece.tag)))
  return words.join('').split(SPACES).filter(Boolean).join(' ')
}

/** What HTML treats as white space; a no-break space is a character. */
const SPACES = /[ \t\n\f\r]+/

function separator(tag: string): string {
  return tag === 'br' || tag === 'td' || tag === 'th' || isBlock(tag) ? ' ' : ''
}

function writeText({ lines, verbatim, cells }: Place, text: string): void {
  const kept = verbatim > 0 && cells === 0
  for (const [index, word] of text.split(kept ? /\r\n|\r|\n/ : SPACES).entries()) {
    if (index > 0 && kept) lines.breakLine()
    else if (index > 0) lines.owe(' ')
    if (word !== '') lines.write(word)
  }
}

function open(place: Place, piece: Opening): void {
  const { lines } = place
  const { tag, attributes } = piece
  setApart(place, tag)
  if (tag === 'br' && place.cells > 0) lines.owe(' ')
  else if (tag === 'br') lines.breakLine()
  if (tag === 'img') writeText(place, attributes.alt ?? '')
  if (tag === 'a') place.link = { piece, mark: lines.mark() }
  if (tag === 'pre') place.verbatim += 1
  if (tag === 'ul' || tag === 'ol') place.lists += 1
  if (tag === 'li') lines.bullet(INDENT.repeat(indentOf(place)) + BULLET)
  if (tag === 'td' || tag === 'th') openCell(place)
}

function close(place: Place, tag: string): void {
  if (tag === 'a') closeLink(place)
  if (tag === 'pre') place.verbatim -= 1
  if (tag === 'ul' || tag === 'ol') place.lists -= 1
  if (tag === 'td' || tag === 'th') place.cells -= 1
  setApart(place, tag)
  if (tag === 'li') place.lines.bullet('') // an item without a word leaves no bullet behind
}

/**
 * Sets a block apart by lines, but not in a table cell, as a row is one line, nor in a list by
 * empty ones.
 */
function setApart({ lines, cells, lists }: Place, tag: string): void {
  if (!isBlock(tag)) return
  if (cells > 0) lines.owe(' ')
  else lines.startLine(lists > 0 || LINES.has(tag) ? 1 : 2)
}

function isBlock(tag: string): boolean {
  return LINES.has(tag) || PARAGRAPHS.has(tag) || HEADING.test(tag)
}

function indentOf({ lists }: Place): number {
  return Math.min(Math.max(lists - 1, 0), DEEPEST_INDENT)
}

function openCell(place: Place): void {
  place.lines.owe('\t')
  place.cells += 1
}

function closeLink({ lines, link }: Place): void {
  if (!link) return
  const text = lines.since(link.mark).trim()
  const address = shownAddress(link.piece)
  if (text === '') lines.write(address)
  else if (!isAddress(text, link.piece)) lines.append(` (${address})`)
}

/**
 * Returns the address as the author wrote it, if that is whole and shows as what it is; else the
 * parsed one.
 */
function shownAddress({ written = '', attributes }: Opening): string {
  const href = attributes.href ?? ''
  const readable = /^(https?:\/\/|mailto:)[^\s\p{C}]+$/iu.test(written)
  return readable && URL.parse(written)?.href === href ? written : href
}

function isAddress(text: string, { attributes }: Opening): boolean {
  return URL.parse(text)?.href === attributes.href || `mailto:${text}` === attributes.href
}
