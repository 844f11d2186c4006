/**
 * The only markup a news item keeps, as a flat list. Every `open` has its `close`, void elements
 * (`br`, `hr`, `img`) have none; text is text, with entities decoded.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; tag: string; attributes: Attributes; written?: string }
  | { kind: 'close'; tag: string }

/** Names and values that may be written as they are. */
export type Attributes = Readonly<Record<string, string>>

/** Reads the value of one attribute; undefined: it is left out. */
type Reader = (value: string, base: string) => string | undefined

const NONE: Record<string, Reader> = {}
const SPANS = { colspan: smallNumber, rowspan: smallNumber }

/** Elements that stay, each with the attributes that stay. */
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

/** Without this attribute the element says nothing and is left out; what is inside it stays. */
export const neededAttributes: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['img', 'src'],
])

/** Elements that are kept under the name of one that looks the same. */
export const renamedElements: ReadonlyMap<string, string> = new Map([
  ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'figure'].map(likeDiv),
  ...['figcaption', 'address', 'center', 'details', 'summary', 'fieldset', 'form'].map(likeDiv),
  ['strike', 's'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
])

/** Elements that go with all that is inside them. Any other unknown element leaves its content. */
export const droppedElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'svg', 'math', 'iframe', 'object'],
  ...['applet', 'audio', 'video', 'canvas', 'map', 'frameset', 'noframes', 'noembed', 'xmp'],
  ...['plaintext', 'listing', 'textarea', 'select', 'datalist', 'option', 'optgroup'],
])

/** Elements without content or closing tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/**
 * The address a link leads to, in the form browsers give it, or undefined where it is not on the web
 * nor a mailbox. The parser is the one browsers use, so a scheme hidden from a pattern is not hidden
 * from it, and what browsers read otherwise than people do (a backslash, a control character, a name
 * before the host) is no address. A path is one of this site.
 *
 * @param base the site's own address.
 */
export function linkAddress(written: string, base: string): string | undefined {
  return addressOf(written, base, ['https:', 'http:', 'mailto:'])
}

/** As `linkAddress`, for what a page shows by itself. */
export function imageAddress(written: string, base: string): string | undefined {
  return addressOf(written, base, ['https:', 'http:'])
}

/** An address longer than this is no address; a reference of Markdown could repeat it at no cost. */
const LONGEST_ADDRESS = 2048

function addressOf(written: string, base: string, schemes: readonly string[]): string | undefined {
  if (written.length > LONGEST_ADDRESS || /^\s*[#?]|^\s*$/.test(written)) return undefined
  if (/[\\\p{Cc}]/u.test(written.trim())) return undefined
  const url = URL.parse(written, base)
  return url && schemes.includes(url.protocol) && !hasCredentials(url) ? url.href : undefined
}

/** `https://bank.example@evil.example` shows one host and leads to the other. */
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
