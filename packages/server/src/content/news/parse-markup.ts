import {
  type Attributes,
  allowedElements,
  droppedElements,
  neededAttributes,
  type Piece,
  renamedElements,
  voidElements,
} from './markup.ts'

/** How deep elements may be nested. Elements that are nested deeper lose their tags; browsers stop at 512. */
const MAX_DEPTH = 64

/** Invisible control characters, including NUL, which PostgreSQL rejects. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/g

/** An open element of the source. `kept` is its tag in the result; undefined if only its content is kept. */
type OpenElement = { kept: string | undefined; dropped: boolean }

/**
 * Parses HTML, even malformed, and keeps only the tags, attributes and URLs that `markup.ts`
 * allows.
 * @param base the site's own address, for links that are paths
 */
export async function parseMarkup(html: string, base: string): Promise<Piece[]> {
  const { Parser } = await import('htmlparser2') // only needed when texts are edited
  const pieces: Piece[] = []
  const opened: OpenElement[] = []
  let dropping = 0
  let depth = 0

  function open(name: string, attributes: Record<string, string>): void {
    const dropped = droppedElements.has(name)
    const piece = dropped || dropping > 0 ? undefined : opening(name, attributes, base)
    const isVoid = piece !== undefined && voidElements.has(piece.tag)
    const kept = piece && (isVoid || depth < MAX_DEPTH) ? piece : undefined
    if (kept) pieces.push(kept)
    if (kept && !isVoid) depth += 1
    if (dropped) dropping += 1
    opened.push({ kept: isVoid ? undefined : kept?.tag, dropped })
  }

  /**
   * Closes the innermost element. At the end of the text, the parser calls this for all elements that are still open.
   */
  function close(): void {
    const { kept, dropped } = opened.pop() ?? {}
    if (kept !== undefined) {
      pieces.push({ kind: 'close', tag: kept })
      depth -= 1
    }
    if (dropped) dropping -= 1
  }

  function text(data: string): void {
    const last = pieces.at(-1)
    const visible = dropping > 0 ? '' : data.replace(CONTROLS, '')
    if (last?.kind === 'text') last.text += visible
    else if (visible !== '') pieces.push({ kind: 'text', text: visible })
  }

  const parser = new Parser({ onopentag: open, onclosetag: close, ontext: text })
  parser.write(html)
  parser.end()
  return pieces
}

/** Returns the sanitized tag of an element; undefined if only the content of the element is kept. */
function opening(
  name: string,
  attributes: Record<string, string>,
  base: string,
): (Piece & { kind: 'open' }) | undefined {
  const tag = renamedElements.get(name) ?? name
  const readers = allowedElements.get(tag)
  if (!readers) return undefined
  const kept: Record<string, string> = {}
  for (const [attribute, read] of Object.entries(readers)) {
    const value = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
    const clean = value === undefined ? undefined : read(value.replace(CONTROLS, ''), base)
    if (clean !== undefined) kept[attribute] = clean
  }
  return isComplete(tag, kept)
    ? { kind: 'open', tag, attributes: kept, ...written(attributes) }
    : undefined
}

function isComplete(tag: string, attributes: Attributes): boolean {
  const needed = neededAttributes.get(tag)
  return needed === undefined || Object.hasOwn(attributes, needed)
}

/** Returns the address of a link as the author wrote it, because it reads better than the normalized one. */
function written({ href }: Record<string, string>): { written?: string } {
  return href === undefined ? {} : { written: href.trim() }
}
