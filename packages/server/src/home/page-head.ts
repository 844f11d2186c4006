import type { Locale, Settings } from '@portal/contract'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { publishedNews } from '../news/read-published.ts'
import type { PageAsked, PageHead } from '../platform/document-head.ts'
import { headWords, type KnownPage } from './head-words.ts'
import { showHome } from './show-home.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings' | 'gameServers' | 'log'>

/** Pages that search engines may show; every other is private or of no use to them. */
const PUBLIC_PAGES: Record<string, KnownPage> = {
  '/': 'home',
  '/news': 'news',
  '/login': 'login',
  '/register': 'register',
}

/**
 * Says what the document of a page tells about itself. While the database is away it tells what is
 * known without it, so that pages open and can say so.
 */
export async function pageHead(app: Needs, page: PageAsked): Promise<PageHead> {
  const settings = await app.settings.read().catch(() => app.settings.last())
  const usual = usualHead(app, settings, page)
  try {
    return await completed(app, settings, { page, usual })
  } catch (error) {
    if (!(error instanceof Refusal))
      app.log.warn({ path: page.path, error }, 'a page lacks its data')
    return usual
  }
}

async function completed(
  app: Needs,
  settings: Settings,
  { page, usual }: { page: PageAsked; usual: PageHead },
): Promise<PageHead> {
  if (page.path === '/' && settings.homePage === 'home') {
    return { ...usual, answers: { home: await showHome(app) } }
  }
  const [, id] = /^\/news\/([^/]+)$/.exec(page.path) ?? []
  if (id === undefined) return usual
  const news = await publishedNews(app, id)
  const { publicUrl } = app.config
  return {
    ...usual,
    kind: 'article',
    title: `${news.title} · ${settings.siteName}`,
    description: news.summary || usual.description,
    isIndexed: !settings.keepRobotsOut,
    ...(news.banner && { picture: { url: new URL(news.banner, publicUrl).href, wide: true } }),
  }
}

function usualHead(app: Needs, settings: Settings, { path, locale }: PageAsked): PageHead {
  const { publicUrl } = app.config
  const { siteName, homePicture, logoUrl } = settings
  const page = PUBLIC_PAGES[path]
  const words = headWords(page, { locale, siteName, about: aboutIn(settings, locale) })
  const picture = homePicture || logoUrl || '/icon-512.png'
  return {
    ...words,
    kind: 'website',
    url: new URL(path, publicUrl).href,
    picture: { url: new URL(picture, publicUrl).href, wide: homePicture !== '' },
    isIndexed: page !== undefined && !settings.keepRobotsOut,
    answers: {},
  }
}

function aboutIn(settings: Settings, locale: Locale): string {
  const { homeAboutEn: en, homeAboutRu: ru } = settings
  return (locale === 'ru' ? ru || en : en || ru).replaceAll(/\s+/g, ' ')
}
