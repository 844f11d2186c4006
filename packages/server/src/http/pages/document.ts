import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { remembering } from '../../platform/cache/memoize.ts'
import type { PageAsked, PageHead } from '../../platform/document-head.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import type { Look } from '../deps.ts'
import type { BuiltPages } from './built-pages.ts'
import { themeCss } from './theme.ts'

/** A page ready to be sent; `styles` are the inline styles that its policy has to allow, as hashes. */
export type Document = { html: string; styles: readonly string[] }

const hashOf = remembering(
  50,
  (css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
)

/** Compressed documents by their text: most visitors get the same few. */
const packed = remembering(100, (html) => gzipSync(html))

/**
 * Writes the document of a page: the build's, with the owner's look, what the page says about itself,
 * and the answers that it needs at once, so that the first paint waits for nothing else and nothing
 * moves after it.
 */
export function writeDocument(
  { document, style }: BuiltPages,
  { look, head, page }: { look: Look; head: PageHead; page: PageAsked },
): Document {
  const theme = themeCss(look)
  const data = { site: look.config, ...head.answers }
  const blocks = Object.entries(data).map(([id, value]) => dataBlock(id, value))
  const html = document
    .replace('%frame%', frameOf(page.path)) // first of all, as any text below may contain these words
    .replace('%name%', () => escapedXml(look.config.siteName))
    .replace('<html lang="en">', () => `<html lang="${page.locale}">`)
    .replace(/<title>[^<]*<\/title>/, () => `${metaOf(look, head)}\n    <style>${theme}</style>`)
    .replace('</head>', () => `${blocks.join('')}</head>`)
  return { html, styles: [style, theme].map(hashOf) }
}

/** The layout of a page (packages/web/src/styles/first-look.css). */
function frameOf(path: string): string {
  if (path === '/') return 'home'
  if (/^\/(news|pages|u)(\/|$)/.test(path)) return 'paper'
  return /^\/(account|panel)\b/.test(path) ? 'menu' : 'gate'
}

export function packDocument(html: string): Buffer {
  return packed(html)
}

function metaOf({ logoUrl, iconUrl, config }: Look, head: PageHead): string {
  const { title, description, url, picture, kind, isIndexed } = head
  const named = {
    description,
    'twitter:card': picture.wide ? 'summary_large_image' : 'summary',
    ...(!isIndexed && { robots: 'noindex' }),
  }
  const graph = {
    'og:site_name': config.siteName,
    'og:type': kind,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': picture.url,
  }
  const icon = iconUrl || logoUrl
  return [
    `<title>${escapedXml(title)}</title>`,
    ...Object.entries(named).map(([name, text]) => meta('name', name, text)),
    ...Object.entries(graph).map(([name, text]) => meta('property', name, text)),
    link('canonical', url),
    link('icon', icon || '/favicon.svg'),
    link('apple-touch-icon', icon || '/icon-192.png'),
    link('manifest', '/site.webmanifest'),
    link('alternate', '/news/feed.xml', 'application/rss+xml'),
    link('alternate', '/news/feed.json', 'application/feed+json'),
  ].join('\n    ')
}

function meta(key: 'name' | 'property', name: string, text: string): string {
  return `<meta ${key}="${name}" content="${escapedXml(text)}">`
}

function link(rel: string, href: string, type?: string): string {
  return `<link rel="${rel}" href="${escapedXml(href)}"${type ? ` type="${type}"` : ''}>`
}

/** An answer goes into a data block, which no browser runs and no policy forbids. */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}
