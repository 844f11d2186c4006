import { type LineWriter, newLineWriter } from './line-writer.ts'
import type { Piece } from './markup.ts'

/**
 * Elements that begin a new line. Those in PARAGRAPHS also have an empty line around them, as in browsers (HTML
 * Standard, section 15.3).
 */
const LINES = new Set(['div', 'li', 'dt', 'dd', 'caption', 'thead', 'tbody', 'tfoot', 'tr'])
const PARAGRAPHS = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'dl', 'table', 'hr'])
const HEADING = /^h[1-6]$/

const BULLET = '• '
const INDENT = '  '
const MAX_INDENT = 8

type WriterState = {
  lines: LineWriter
  lists: number
  cells: number
  verbatim: number
  link: { piece: OpenTag; mark: number } | undefined
}

type OpenTag = Piece & { kind: 'open' }

/**
 * Renders pieces as plain text for launchers: blocks on lines of their own, list items with "• ",
 * links as `text (url)`, table cells separated by tabs, and at most one empty line in a row
 * (docs/contract.md#news).
 */
export function plainText(pieces: readonly Piece[]): string {
  const lines = newLineWriter()
  const state: WriterState = { lines, lists: 0, cells: 0, verbatim: 0, link: undefined }
  for (const piece of pieces) {
    if (piece.kind === 'text') writeText(state, piece.text)
    else if (piece.kind === 'open') open(state, piece)
    else close(state, piece.tag)
  }
  return lines.text()
}

export function plainLine(pieces: readonly Piece[]): string {
  const words = pieces.map((piece) => (piece.kind === 'text' ? piece.text : separator(piece.tag)))
  return words.join('').split(SPACES).filter(Boolean).join(' ')
}

/** HTML white space, which excludes the no-break space. */
const SPACES = /[ \t\n\f\r]+/

function separator(tag: string): string {
  return tag === 'br' || tag === 'td' || tag === 'th' || isBlock(tag) ? ' ' : ''
}

function writeText({ lines, verbatim, cells }: WriterState, text: string): void {
  const kept = verbatim > 0 && cells === 0
  for (const [index, word] of text.split(kept ? /\r\n|\r|\n/ : SPACES).entries()) {
    if (index > 0 && kept) lines.breakLine()
    else if (index > 0) lines.writePending(' ')
    if (word !== '') lines.write(word)
  }
}

function open(state: WriterState, piece: OpenTag): void {
  const { lines } = state
  const { tag, attributes } = piece
  separateBlock(state, tag)
  if (tag === 'br' && state.cells > 0) lines.writePending(' ')
  else if (tag === 'br') lines.breakLine()
  if (tag === 'img') writeText(state, attributes.alt ?? '')
  if (tag === 'a') state.link = { piece, mark: lines.mark() }
  if (tag === 'pre') state.verbatim += 1
  if (tag === 'ul' || tag === 'ol') state.lists += 1
  if (tag === 'li') lines.bullet(INDENT.repeat(indentOf(state)) + BULLET)
  if (tag === 'td' || tag === 'th') openCell(state)
}

function close(state: WriterState, tag: string): void {
  if (tag === 'a') closeLink(state)
  if (tag === 'pre') state.verbatim -= 1
  if (tag === 'ul' || tag === 'ol') state.lists -= 1
  if (tag === 'td' || tag === 'th') state.cells -= 1
  separateBlock(state, tag)
  if (tag === 'li') state.lines.bullet('') // an empty list item leaves no bullet
}

/**
 * Separates a block from the text before it: by line breaks, without empty lines in lists, or in a table cell by a
 * space, because cells share a line.
 */
function separateBlock({ lines, cells, lists }: WriterState, tag: string): void {
  if (!isBlock(tag)) return
  if (cells > 0) lines.writePending(' ')
  else lines.startLine(lists > 0 || LINES.has(tag) ? 1 : 2)
}

function isBlock(tag: string): boolean {
  return LINES.has(tag) || PARAGRAPHS.has(tag) || HEADING.test(tag)
}

function indentOf({ lists }: WriterState): number {
  return Math.min(Math.max(lists - 1, 0), MAX_INDENT)
}

function openCell(state: WriterState): void {
  state.lines.writePending('\t')
  state.cells += 1
}

function closeLink({ lines, link }: WriterState): void {
  if (!link) return
  const text = lines.since(link.mark).trim()
  const address = shownAddress(link.piece)
  if (text === '') lines.write(address)
  else if (!isAddress(text, link.piece)) lines.append(` (${address})`)
}

/**
 * Returns the address of a link as the author wrote it, if that is readable and leads to the same URL; otherwise the
 * normalized URL.
 */
function shownAddress({ written = '', attributes }: OpenTag): string {
  const href = attributes.href ?? ''
  const readable = /^(https?:\/\/|mailto:)[^\s\p{C}]+$/iu.test(written)
  return readable && URL.parse(written)?.href === href ? written : href
}

function isAddress(text: string, { attributes }: OpenTag): boolean {
  return URL.parse(text)?.href === attributes.href || `mailto:${text}` === attributes.href
}
