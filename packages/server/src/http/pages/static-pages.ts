import { pagePaths } from '@portal/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { localeOf } from '../locale.ts'
import { methodsOf } from '../methods.ts'
import { entityTag, hasContent } from '../reply/conditional.ts'
import type { BuiltFile, BuiltPages } from './built-pages.ts'
import { compressDocument, renderDocument } from './document.ts'

const CAPTCHA_HOSTS = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  recaptcha: 'https://www.google.com https://www.gstatic.com',
} as const

/** The route of all assets. Their names contain a hash of their content. */
const ASSET = '/assets/:name'

function isHashed(path: string): boolean {
  return path.startsWith('/assets/')
}

export type StaticPage = { path: string; method: 'GET' }

export function staticPages(built: BuiltPages | undefined): StaticPage[] {
  if (!built) return []
  const files = built.files.map(({ path }) => path).filter((path) => !isHashed(path))
  return [...pagePaths, ASSET, ...files].map((path) => ({
    path,
    method: 'GET' as const,
  }))
}

/**
 * Adds the routes of the pages, which all return the same document. Does nothing without a build: the site then is only
 * an API.
 */
export function addStaticPages(
  app: HttpDeps,
  server: FastifyInstance,
  built: BuiltPages | undefined,
): void {
  if (!built) {
    app.log.warn('packages/web is not built; the site has no pages (npm run build)')
    return
  }
  const serve = (url: string, handler: RouteHandlerMethod) =>
    server.route({ method: methodsOf('GET'), url, handler })
  const sendPage = pageSender(app, built)
  for (const path of pagePaths) serve(path, sendPage)
  const files = new Map(built.files.map((file) => [file.path, file]))
  serve(ASSET, (request, reply) => {
    const { name } = request.params as { name: string }
    const file = files.get(ASSET.replace(':name', name))
    return file ? sendStaticFile(file, request, reply) : reply.callNotFound()
  })
  for (const [path, file] of files) {
    if (!isHashed(path)) serve(path, (request, reply) => sendStaticFile(file, request, reply))
  }
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export function pageSender(app: HttpDeps, built: BuiltPages): SendPage {
  return async (request, reply) => {
    const path = pathOf(request.url)
    const locale = localeOf(request, app.defaultLanguage())
    const page = { path, locale, ip: app.guard.describeCaller(request).ip }
    const [branding, head] = await Promise.all([app.branding(), app.head(page)])
    if (head.isMissing) reply.code(404)
    const { html, styles } = renderDocument(built, { branding, head, page })
    reply
      .headers(branding.headers)
      .header('Content-Security-Policy', policyOf(app, styles))
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Accept-Encoding, Accept-Language')
      .type('text/html; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
    return reply.header('Content-Encoding', 'gzip').send(compressDocument(html))
  }
}

/** Returns the path of a request target. The target may be a whole URL (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  const [address = ''] = target.split('?', 1)
  return address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/'
}

/** The entity tag of each file. It is the same for all encodings and therefore weak. */
const tags = new WeakMap<BuiltFile, string>()

export function sendStaticFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = [...file.bytes.keys()].find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  const age = isHashed(file.path) ? '31536000, immutable' : '3600'
  reply
    .header('Cache-Control', `public, max-age=${age}`)
    .header('Vary', 'Accept-Encoding')
    .type(file.type)
  reply.header('ETag', tagOf(file))
  if (hasContent(request, tagOf(file))) return reply.code(304).send()
  if (encoding && encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(file.bytes.get(encoding ?? 'identity'))
}

function tagOf(file: BuiltFile): string {
  const known = tags.get(file)
  if (known) return known
  const tag = `W/${entityTag(file.bytes.get('identity') ?? '')}`
  tags.set(file, tag)
  return tag
}

/** Returns the Content-Security-Policy. It allows pictures from `blob:` for the 3D preview. */
function policyOf({ config }: HttpDeps, styles: readonly string[]): string {
  const captcha = config.captcha ? ` ${CAPTCHA_HOSTS[config.captcha.provider]}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${captcha}`,
    `style-src 'self' ${captcha ? "'unsafe-inline'" : styles.join(' ')}`, // captchas have inline styles for their frame
    `img-src 'self' data: blob: https:`,
    `connect-src 'self'${captcha}`,
    ...(captcha ? [`frame-src${captcha}`] : []),
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
