import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { splitPicture } from '@portal/contract/phone-picture'
import { memoize } from '../../platform/cache/memoize.ts'
import type { PageHead, PageRequest } from '../../platform/document-head.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import type { SiteBranding } from '../deps.ts'
import type { BuiltPages } from './built-pages.ts'
import { PHONE, themeCss } from './theme.ts'

export type Document = { html: string; styles: readonly string[] }

const hashOf = memoize(50, (css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)

/** Compresses a document. Remembers the last results, because most visitors get the same few documents. */
const compressed = memoize(100, (html) => gzipSync(html))

/**
 * Renders the HTML document of a page. It contains the data of the page, so that the first paint needs no other request
 * and nothing moves afterwards.
 */
export function renderDocument(
  { document, style }: BuiltPages,
  { branding, head, page }: { branding: SiteBranding; head: PageHead; page: PageRequest },
): Document {
  const theme = themeCss(branding)
  const data = { site: branding.config, ...head.links }
  const blocks = Object.entries(data).map(([id, value]) => dataBlock(id, value))
  const frame = frameOf(page.path)
  const shown: Record<string, string> = {
    frame,
    name: branding.config.siteName,
    about: frame === 'home' ? head.description : '',
  }
  const html = document
    .replace(/%(frame|name|about)%/g, (_, name) => escapedXml(shown[name] ?? '')) // in one pass: a name may contain %about%
    .replace('<html lang="en">', () => `<html lang="${page.locale}">`)
    .replace(
      /<title>[^<]*<\/title>/,
      () => `${metaOf(branding, head)}${pictureOf(branding, frame)}\n    <style>${theme}</style>`,
    )
    .replace('</head>', () => `${blocks.join('')}</head>`)
  return { html, styles: [style, theme].map(hashOf) }
}

/**
 * Returns elements that let the browser request the home page's picture before the scripts, on pages that show the
 * picture.
 */
function pictureOf({ homePicture }: SiteBranding, frame: string): string {
  if (!homePicture || frame === 'menu') return ''
  const { wide, phone } = splitPicture(homePicture)
  if (!phone) return preload(wide)
  return preload(phone, PHONE) + preload(wide, `not all and ${PHONE}`)
}

function preload(address: string, media = ''): string {
  const href = escapedXml(address)
  const only = media && ` media="${media}"`
  return `\n    <link rel="preload" as="image" href="${href}"${only} fetchpriority="high">`
}

function frameOf(path: string): string {
  if (path === '/') return 'home'
  if (/^\/(news|pages|u)(\/|$)/.test(path)) return 'paper'
  return /^\/(account|panel)\b/.test(path) ? 'menu' : 'gate'
}

export function compressDocument(html: string): Buffer {
  return compressed(html)
}

function metaOf({ logoUrl, iconUrl, config }: SiteBranding, head: PageHead): string {
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

/**
 * Embeds data in a script element of a type that browsers do not run and that content security policies do not forbid.
 */
function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}
