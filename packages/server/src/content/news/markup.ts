/**
 * Sanitized markup as a flat list of pieces. Every `open` has its `close`, except for void elements
 * (`br`, `hr`, `img`). Text has its entities decoded.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; tag: string; attributes: Attributes; written?: string }
  | { kind: 'close'; tag: string }

export type Attributes = Readonly<Record<string, string>>

/** Returns the cleaned value of an attribute; undefined removes the attribute. */
type Reader = (value: string, base: string) => string | undefined

const NONE: Record<string, Reader> = {}
const SPANS = { colspan: smallNumber, rowspan: smallNumber }

export const allowedElements: ReadonlyMap<string, Record<string, Reader>> = new Map([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'br', 'hr', 'pre', 'code'].map(
    withoutAttributes,
  ),
  ...['blockquote', 'ul', 'li', 'dl', 'dt', 'dd', 'strong', 'em', 'b', 'i', 'u', 's'].map(
    withoutAttributes,
  ),
  ...['del', 'ins', 'sub', 'sup', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'].map(
    withoutAttributes,
  ),
  ['ol', { start: smallNumber }],
  ['th', SPANS],
  ['td', SPANS],
  ['a', { href: linkAddress }],
  ['img', { src: imageAddress, alt: (value: string) => value }],
])

/** The attribute that an element needs. Without it the element's tag is removed, but not its content. */
export const neededAttributes: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['img', 'src'],
])

/** Elements that are replaced by another element that looks the same. */
export const renamedElements: ReadonlyMap<string, string> = new Map([
  ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'figure'].map(likeDiv),
  ...['figcaption', 'address', 'center', 'details', 'summary', 'fieldset', 'form'].map(likeDiv),
  ['strike', 's'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
])

/** Elements that are removed together with their content. Of any other unknown element only the tag is removed. */
export const droppedElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'svg', 'math', 'iframe', 'object'],
  ...['applet', 'audio', 'video', 'canvas', 'map', 'frameset', 'noframes', 'noembed', 'xmp'],
  ...['plaintext', 'listing', 'textarea', 'select', 'datalist', 'option', 'optgroup'],
])

/** Elements without content or closing tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/**
 * Returns the normalized URL of a link; undefined unless it is http, https or mailto. Parses URLs like browsers, so
 * that disguised schemes are recognized. Refuses URLs that browsers and people read differently: with a backslash, a
 * control character or a user name before the host. A path leads to this site.
 * @param base the site's own address
 */
function linkAddress(address: string, base: string): string | undefined {
  return addressOf(address, base, ['https:', 'http:', 'mailto:'])
}

/**
 * Returns the normalized URL of a picture; undefined unless it is http or https. Pages load pictures automatically, so
 * mailto is not allowed.
 */
function imageAddress(address: string, base: string): string | undefined {
  return addressOf(address, base, ['https:', 'http:'])
}

/**
 * The longest accepted URL, in characters. Markdown can repeat a URL by short references, so a longer URL would
 * multiply the size of the text.
 */
const MAX_URL_LENGTH = 2048

function addressOf(address: string, base: string, schemes: readonly string[]): string | undefined {
  if (address.length > MAX_URL_LENGTH || /^\s*[#?]|^\s*$/.test(address)) return undefined
  if (/[\\\p{Cc}]/u.test(address.trim())) return undefined
  const url = URL.parse(address, base)
  return url && schemes.includes(url.protocol) && !hasCredentials(url) ? url.href : undefined
}

/** Whether a URL has a user name or password: `https://bank.example@evil.example` imitates another host. */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

function smallNumber(value: string): string | undefined {
  return /^[1-9][0-9]{0,2}$/.test(value) ? value : undefined
}

function withoutAttributes(tag: string): [string, Record<string, Reader>] {
  return [tag, NONE]
}

function likeDiv(tag: string): [string, string] {
  return [tag, 'div']
}
