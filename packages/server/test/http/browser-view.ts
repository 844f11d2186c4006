import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** The elements that a page of news may have, and the allowed attributes of each. */
const ALLOWED: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    'h1 h2 h3 h4 h5 h6 p div br hr pre code blockquote ul li dl dt dd strong em b i u s del ins sub sup table caption thead tbody tfoot tr'
      .split(' ')
      .map((tag) => [tag, []]),
  ),
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  a: ['href', 'rel'],
  img: ['src', 'alt'],
}

const HTML = 'http://www.w3.org/1999/xhtml'

/**
 * Lists forbidden elements and attributes in HTML as a browser would parse it, with another parser than the one that
 * sanitized it.
 */
export function unsafeElementsIn(html: string): string[] {
  const dangers: string[] = []
  const document = parse(`<!doctype html><title>News</title><body>${html}`)
  const [root] = document.childNodes.filter((node) => node.nodeName === 'html')
  const body = root && 'childNodes' in root ? root.childNodes[1] : undefined
  if (body?.nodeName !== 'body') return ['no body']
  if (document.childNodes.length !== 2) dangers.push('something beside the page')

  const left: Node[] = 'childNodes' in body ? [...body.childNodes] : []
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    dangers.push(...unsafePartsOf(node))
    if ('childNodes' in node) left.push(...node.childNodes)
  }
  return dangers
}

function unsafePartsOf(node: Node): string[] {
  if (node.nodeName === '#text') return []
  if (!('tagName' in node)) return [node.nodeName]
  const allowed = ALLOWED[node.tagName]
  if (!allowed || node.namespaceURI !== HTML) return [`<${node.tagName}> in ${node.namespaceURI}`]
  return node.attrs
    .filter(({ name, value }) => !allowed.includes(name) || !isHarmless(name, value))
    .map(({ name, value }) => `<${node.tagName} ${name}="${value}">`)
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return /^(https?:\/\/[^/]|mailto:)/.test(value)
  if (name === 'src') return /^https?:\/\/[^/]/.test(value)
  if (name === 'rel') return value === 'noopener nofollow'
  return name === 'alt' || /^\d{1,3}$/.test(value)
}
