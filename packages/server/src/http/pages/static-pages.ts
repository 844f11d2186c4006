import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Needs } from '../deps.ts'
import { localeOf } from '../locale.ts'
import { methodsOf } from '../methods.ts'
import { entityTag, hasContent } from '../reply/conditional.ts'
import type { BuiltFile, BuiltPages } from './built-pages.ts'
import { packDocument, writeDocument } from './document.ts'

/** The paths of pages, as in packages/web/src/routes.ts; any other path is 404. */
const PAGES = [
  '/',
  '/login',
  '/register',
  '/confirm',
  '/forgot',
  '/reset',
  '/export',
  '/setup',
  '/linked/:provider',
  '/news',
  '/news/:id',
  '/pages/:slug',
  '/u/:username',
  '/help/passkeys',
  '/account',
  ...['skin', 'security', 'protect', 'profile', 'referrals'].map((page) => `/account/${page}`),
  '/panel',
  ...['launcher', 'providers', 'keys', 'mail', 'settings', 'import', 'audit', 'system'].map(
    (page) => `/panel/${page}`,
  ),
  ...['players', 'roles', 'groups', 'news', 'pages'].flatMap((of) => [
    `/panel/${of}`,
    `/panel/${of}/:id`,
  ]),
]

/** The host of a captcha provider's script and frame, which its requests go to. */
const CAPTCHA_HOSTS = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  recaptcha: 'https://www.google.com https://www.gstatic.com',
} as const

/** The build puts a hash of the content into these names. One route for the hundred of them. */
const ASSET = '/assets/:name'

function isHashed(path: string): boolean {
  return path.startsWith('/assets/')
}

export type StaticPage = { path: string; method: 'GET' }

/** Lists the paths of all pages and files as they are routed, for callers that list what is served. */
export function staticPages(built: BuiltPages | undefined): StaticPage[] {
  if (!built) return []
  const files = built.files.map(({ path }) => path).filter((path) => !isHashed(path))
  return [...PAGES, ASSET, ...files].map((path) => ({
    path,
    method: 'GET' as const,
  }))
}

/**
 * Serves the pages of packages/web: one document for every page, and the files of the build. Without
 * a build the site is only an API.
 */
export function addStaticPages(
  app: Needs,
  server: FastifyInstance,
  built: BuiltPages | undefined,
): void {
  if (!built) {
    app.log.warn('packages/web is not built: the site has no pages (npm run build)')
    return
  }
  const serve = (url: string, handler: RouteHandlerMethod) =>
    server.route({ method: methodsOf('GET'), url, handler })
  const answerPage = pageAnswerer(app, built)
  for (const path of PAGES) serve(path, answerPage)
  const files = new Map(built.files.map((file) => [file.path, file]))
  serve(ASSET, (request, reply) => {
    const { name } = request.params as { name: string }
    const file = files.get(ASSET.replace(':name', name))
    return file ? answerFile(file, request, reply) : reply.callNotFound()
  })
  for (const [path, file] of files) {
    if (!isHashed(path)) serve(path, (request, reply) => answerFile(file, request, reply))
  }
}

export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Answers with the document of a page (see document.ts). */
export function pageAnswerer(app: Needs, built: BuiltPages): AnswerPage {
  return async (request, reply) => {
    const path = pathOf(request.url)
    const locale = localeOf(request, app.defaultLanguage())
    const page = { path, locale, ip: app.door.whose(request).ip }
    const [look, head] = await Promise.all([app.look(), app.head(page)])
    if (head.isMissing) reply.code(404)
    const { html, styles } = writeDocument(built, { look, head, page })
    reply
      .headers(look.headers)
      .header('Content-Security-Policy', policyOf(app, styles))
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Accept-Encoding, Accept-Language')
      .type('text/html; charset=utf-8')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(html)
    return reply.header('Content-Encoding', 'gzip').send(packDocument(html))
  }
}

/** A caller may send the whole address (RFC 9112, 3.2.2), of which the host says nothing. */
function pathOf(target: string): string {
  const [address = ''] = target.split('?', 1)
  return address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/'
}

/** The tag of each file, whatever its encoding; weak, because the encodings differ in bytes. */
const tags = new WeakMap<BuiltFile, string>()

/** Sends a file from memory in the best encoding that the caller accepts, or 304 if the caller has it. */
export function answerFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
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

/**
 * Allows scripts of this site alone, and styles of this site and those in the document. Pictures may be
 * `blob:` because of the 3D preview.
 */
function policyOf({ config }: Needs, styles: readonly string[]): string {
  const captcha = config.captcha ? ` ${CAPTCHA_HOSTS[config.captcha.provider]}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${captcha}`,
    `style-src 'self' ${captcha ? "'unsafe-inline'" : styles.join(' ')}`, // captchas style their frame inline
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
