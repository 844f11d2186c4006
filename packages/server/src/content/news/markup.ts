/**
 * The markup that a news item keeps, as a flat list of pieces. Every `open` has its `close`, except
 * for void elements (`br`, `hr`, `img`). Text has its entities decoded.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; tag: string; attributes: Attributes; written?: string }
  | { kind: 'close'; tag: string }

/** Attributes whose names and values are safe to write. */
export type Attributes = Readonly<Record<string, string>>

/** Reads the value of one attribute; when it returns undefined, the attribute is left out. */
type Reader = (value: string, base: string) => string | undefined

const NONE: Record<string, Reader> = {}
const SPANS = { colspan: smallNumber, rowspan: smallNumber }

/** The elements that are kept, each with the attributes that are kept. */
export const keptElements: ReadonlyMap<string, Record<string, Reader>> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'br', 'hr', 'pre', 'code'].map(bare),
  ...['blockquote', 'ul', 'li', 'dl', 'dt', 'dd', 'strong', 'em', 'b', 'i', 'u', 's'].map(bare),
  ...['del', 'ins', 'sub', 'sup', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'].map(bare),
  ['ol', { start: smallNumber }],
  ['th', SPANS],
  ['td', SPANS],
  ['a', { href: linkAddress }],
  ['img', { src: imageAddress, alt: (value: string) => value }],
])

/**
 * Elements that are left out without this attribute, as they would say nothing; their content
 * stays.
 */
export const neededAttributes: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['img', 'src'],
])

/** Elements that are replaced by another that looks the same. */
export const renamedElements: ReadonlyMap<string, string> = new Map([
  ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'figure'].map(likeDiv),
  ...['figcaption', 'address', 'center', 'details', 'summary', 'fieldset', 'form'].map(likeDiv),
  ['strike', 's'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
])

/** Elements that are removed with their content. Any other unknown element leaves its content. */
export const droppedElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'svg', 'math', 'iframe', 'object'],
  ...['applet', 'audio', 'video', 'canvas', 'map', 'frameset', 'noframes', 'noembed', 'xmp'],
  ...['plaintext', 'listing', 'textarea', 'select', 'datalist', 'option', 'optgroup'],
])

/** Elements without content or closing tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/**
 * Returns the address of a link as browsers write it; undefined if it is neither on the web nor a
 * mailbox. It parses as browsers do, so a scheme that is hidden from a pattern is not hidden from
 * it. An address that browsers read differently from people (with a backslash, a control character
 * or a name before the host) is refused. A path is a path on this site.
 *
 * @param base the site's own address.
 */
function linkAddress(written: string, base: string): string | undefined {
  return addressOf(written, base, ['https:', 'http:', 'mailto:'])
}

/** Does the same as `linkAddress` for a picture, which a page loads by itself. */
function imageAddress(written: string, base: string): string | undefined {
  return addressOf(written, base, ['https:', 'http:'])
}

/** A longer address is refused: a reference in Markdown could repeat it at no cost. */
const LONGEST_ADDRESS = 2048

function addressOf(written: string, base: string, schemes: readonly string[]): string | undefined {
  if (written.length > LONGEST_ADDRESS || /^\s*[#?]|^\s*$/.test(written)) return undefined
  if (/[\\\p{Cc}]/u.test(written.trim())) return undefined
  const url = URL.parse(written, base)
  return url && schemes.includes(url.protocol) && !hasCredentials(url) ? url.href : undefined
}

/**
 * Tells whether a URL has a name or password: `https://bank.example@evil.example` shows a false
 * host.
 */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

function smallNumber(value: string): string | undefined {
  return /^[1-9][0-9]{0,2}$/.test(value) ? value : undefined
}

function bare(tag: string): [string, Record<string, Reader>] {
  return [tag, NONE]
}

function likeDiv(tag: string): [string, string] {
  return [tag, 'div']
}
