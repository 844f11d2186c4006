import type { Call, Calls, Name } from './contract-calls.ts'

const get =
  (path: string): Call =>
  (site) =>
    site.browser().get(path)

/** One good call for every row of the front door, which refuses nobody. */
export const homeCalls = {
  showHome: { happy: get('/public/home'), refused: 'never' },
  robots: { happy: get('/robots.txt'), refused: 'never' },
  siteMap: { happy: get('/sitemap.xml'), refused: 'never' },
  webManifest: { happy: get('/site.webmanifest'), refused: 'never' },
  newsRss: { happy: get('/news/feed.xml'), refused: 'never' },
  newsJsonFeed: { happy: get('/news/feed.json'), refused: 'never' },
} satisfies Partial<Record<Name, Calls>>
