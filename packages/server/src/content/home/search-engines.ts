import type { App } from '../../app.ts'
import { isoInstant } from '../../platform/clock.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import { listHeadlines } from '../news/news-store.ts'
import { listPageRows } from '../pages/page-store.ts'

/** Paths that search engines must not index: player pages, admin pages and the API. */
const NO_ROBOTS = [
  '/account',
  '/admin/',
  '/auth/',
  '/cabinet/',
  '/config',
  '/confirm',
  '/docs',
  '/export',
  '/forgot',
  '/metrics',
  '/openapi.json',
  '/panel',
  '/public/',
  '/reset',
  '/setup',
]
const MAX_NEWS = 1000

export async function writeRobots(app: Pick<App, 'config' | 'settings'>): Promise<Buffer> {
  const { keepRobotsOut } = await app.settings.read()
  const rules = keepRobotsOut ? ['Disallow: /'] : NO_ROBOTS.map((path) => `Disallow: ${path}`)
  const map = keepRobotsOut ? [] : ['', `Sitemap: ${new URL('/sitemap.xml', app.config.publicUrl)}`]
  return Buffer.from(`${['User-agent: *', ...rules, ...map].join('\n')}\n`)
}

/** Returns the sitemap, with the newest thousand news items. */
export async function writeSiteMap(
  app: Pick<App, 'db' | 'clock' | 'config' | 'settings'>,
): Promise<Buffer> {
  const { homePage, keepRobotsOut } = await app.settings.read()
  const news = await listHeadlines(app.db, { now: app.clock.now(), limit: MAX_NEWS })
  const contentPages = await listPageRows(app.db)
  const pages = [
    ...(homePage === 'home' ? [{ path: '/' }] : []),
    { path: '/news', changedAt: news[0]?.publishedAt },
    { path: '/register' },
    ...contentPages
      .filter(({ publishedAt }) => publishedAt !== null)
      .map(({ slug, updatedAt }) => ({ path: `/pages/${slug}`, changedAt: updatedAt })),
    ...news.map(({ id, updatedAt }) => ({ path: `/news/${id}`, changedAt: updatedAt })),
  ]
  const urls = (keepRobotsOut ? [] : pages).map(({ path, changedAt }) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${isoInstant(changedAt)}</lastmod>`
    const address = escapedXml(new URL(path, app.config.publicUrl).href)
    return `<url><loc>${address}</loc>${changed}</url>\n`
  })
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
  )
}
