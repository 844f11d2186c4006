import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltFile, BuiltPages } from './built-pages.ts'
import type { Look, Needs } from './needs.ts'
import { themeCss } from './theme.ts'

/** The paths of pages, as in packages/web/src/routes.ts; any other path is 404. */
const PAGES = [
  '/',
  '/login',
  '/register',
  '/confirm',
  '/forgot',
  '/reset',
  '/setup',
  '/news',
  '/news/:id',
  '/account',
  ...['skin', 'security', 'profile', 'referrals'].map((page) => `/account/${page}`),
  '/panel',
  ...['launcher', 'keys', 'mail', 'settings', 'audit', 'system'].map((page) => `/panel/${page}`),
  ...['players', 'roles', 'groups', 'news'].flatMap((of) => [`/panel/${of}`, `/panel/${of}/:id`]),
]

/** The look that the owner chose, written for each request. */
const THEME = '/theme.css'

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
  return [...PAGES, THEME, ASSET, ...files].map((path) => ({
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
  const answerPage = pageAnswerer(app, built)
  for (const path of PAGES) server.get(path, (_request, reply) => answerPage(reply))
  server.get(THEME, async (_request, reply) => {
    const css = themeCss(await app.look())
    return reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8').send(css)
  })
  const files = new Map(built.files.map((file) => [file.path, file]))
  server.get<{ Params: { name: string } }>(ASSET, (request, reply) => {
    const file = files.get(ASSET.replace(':name', request.params.name))
    return file ? answerFile(file, request, reply) : reply.callNotFound()
  })
  for (const [path, file] of files) {
    if (!isHashed(path)) server.get(path, (request, reply) => answerFile(file, request, reply))
  }
}

/**
 * Answers with the document of the pages. It contains the site's name and the answer of `/config`, so
 * that nothing moves after the first paint.
 */
export function pageAnswerer(
  app: Needs,
  built: BuiltPages,
): (reply: FastifyReply) => Promise<FastifyReply> {
  const policy = policyOf(app)
  return async (reply) =>
    reply
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(documentFor(built, await app.look()))
}

/** The configuration goes into a data block, which no browser runs and no policy forbids. */
function documentFor({ document }: BuiltPages, { config }: Look): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const data = `<script type="application/json" id="site">${json}</script></head>`
  return document
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(config.siteName)}</title>`)
    .replace('</head>', () => data)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Sends a file from memory in the best encoding that the caller accepts. */
export function answerFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = [...file.bytes.keys()].find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  const age = isHashed(file.path) ? '31536000, immutable' : '3600'
  reply
    .header('Cache-Control', `public, max-age=${age}`)
    .header('Vary', 'Accept-Encoding')
    .type(file.type)
  if (encoding && encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(file.bytes.get(encoding ?? 'identity'))
}

/** Allows scripts and styles of this site alone; pictures may be `blob:` because of the 3D preview. */
function policyOf({ config }: Needs): string {
  const captcha = config.captcha ? ` ${CAPTCHA_HOSTS[config.captcha.provider]}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${captcha}`,
    `style-src 'self'${captcha && " 'unsafe-inline'"}`, // the providers style their frame inline
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
