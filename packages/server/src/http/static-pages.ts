import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltFile, BuiltPages } from './built-pages.ts'
import type { Look, Needs } from './needs.ts'
import { themeCss } from './theme.ts'

/** Paths that are pages, as packages/web/src/routes.ts has them; every other one is not there. */
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

/** What the owner chose of the look, made anew for each request. */
const THEME = '/theme.css'

/** Where a captcha provider's script, frame and requests come from. */
const CAPTCHA_HOSTS = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  recaptcha: 'https://www.google.com https://www.gstatic.com',
} as const

export type StaticPage = { path: string; method: 'GET' }

/** The addresses of all pages and files, for those who list what the site serves. */
export function staticPages(built: BuiltPages | undefined): StaticPage[] {
  if (!built) return []
  return [...PAGES, THEME, ...built.files.map(({ path }) => path)].map((path) => ({
    path,
    method: 'GET' as const,
  }))
}

/**
 * The pages of packages/web: one document for every page, and the files of its build. Without a
 * build the site is an API alone.
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
  for (const file of built.files) {
    server.get(file.path, (request, reply) => answerFile(file, request, reply))
  }
}

/**
 * Answers with the document of the pages. It carries the site's name and what `/config` says, so
 * that the first paint is the last: nothing moves when an answer comes in later.
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

/** Sends a file that is kept in memory, in the best form that the caller reads. */
export function answerFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = [...file.bytes.keys()].find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
  const hashed = file.path.startsWith('/assets/') // the build puts a hash of the content in the name
  reply
    .header(
      'Cache-Control',
      hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
    .header('Vary', 'Accept-Encoding')
    .type(file.type)
  if (encoding && encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(file.bytes.get(encoding ?? 'identity'))
}

/** Scripts and styles come from files of this site alone; the 3D preview paints from memory. */
function policyOf({ config }: Needs): string {
  const captcha = config.captcha ? ` ${CAPTCHA_HOSTS[config.captcha.provider]}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${captcha}`,
    `style-src 'self'${captcha && " 'unsafe-inline'"}`, // the providers set styles on their frame
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
