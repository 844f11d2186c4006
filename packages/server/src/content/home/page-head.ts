import { endpoints, type Locale, refusals, type Settings } from '@portal/contract'
import type { App } from '../../app.ts'
import type { PageAsked, PageHead } from '../../platform/document-head.ts'
import { Refusal } from '../../platform/errors.ts'
import { showPublicProfile } from '../../profiles/public-profile.ts'
import { takeCall } from '../../security/rate-limits/rate-limit.ts'
import { publishedNews } from '../news/read-published.ts'
import { textIn } from '../pages/page.ts'
import { publishedPage, toPublicPage } from '../pages/show-page.ts'
import { headWords, type KnownPage, profileWords } from './page-head-text.ts'
import { showHome } from './show-home.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings' | 'gameServers' | 'log'>

/** Pages that search engines may show; every other is private or of no use to them. */
const PUBLIC_PAGES: Record<string, KnownPage> = {
  '/': 'home',
  '/news': 'news',
  '/login': 'login',
  '/register': 'register',
}

const HOUSE_PICTURE = '/icon-512.png'

/**
 * Says what the document of a page tells about itself. While the database is away it tells what is
 * known without it, so that pages open and can say so.
 */
export async function pageHead(app: Needs, page: PageAsked): Promise<PageHead> {
  const settings = await app.settings.read().catch(() => app.settings.last())
  const usual = usualHead(app, settings, page)
  try {
    return await completed(app, { settings, page, usual })
  } catch (error) {
    if (error instanceof Refusal) {
      return refusals[error.code].status === 404 ? { ...usual, isMissing: true } : usual
    }
    app.log.warn({ path: page.path, error }, 'a page lacks its data')
    return usual
  }
}

type Asked = { settings: Settings; page: PageAsked; usual: PageHead }

async function completed(app: Needs, asked: Asked): Promise<PageHead> {
  const { settings, page, usual } = asked
  if (page.path === '/' && settings.homePage === 'home') {
    return { ...usual, answers: { home: await showHome(app) } }
  }
  const [, of, name = ''] = /^\/(news|pages|u)\/([^/]+)$/.exec(page.path) ?? []
  if (of === 'news') return newsHead(app, asked, name)
  if (of === 'pages') return writtenHead(app, asked, name)
  return of === 'u' ? profileHead(app, asked, name) : usual
}

async function newsHead(app: Needs, { settings, usual }: Asked, id: string): Promise<PageHead> {
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

async function writtenHead(app: Needs, asked: Asked, slug: string): Promise<PageHead> {
  const { settings, page, usual } = asked
  const written = await publishedPage(app, slug)
  const { title, summary } = textIn(written, page.locale, settings.defaultLanguage)
  return {
    ...usual,
    kind: 'article',
    title: `${title} · ${settings.siteName}`,
    description: summary || usual.description,
    isIndexed: !settings.keepRobotsOut,
    answers: { page: toPublicPage(written) },
  }
}

/** Counts as a call of the row whose answer the document carries, so that nobody lists players by it. */
async function profileHead(app: Needs, asked: Asked, username: string): Promise<PageHead> {
  const { settings, page, usual } = asked
  for (const limit of endpoints.showPublicProfile.limits) await takeCall(app, limit, page.ip)
  const profile = await showPublicProfile(app, username)
  const { publicUrl } = app.config
  return {
    ...usual,
    title: `${profile.username} · ${settings.siteName}`,
    description: profileWords(profile, page.locale, settings.siteName),
    url: new URL(`/u/${profile.username}`, publicUrl).href,
    picture: {
      url: new URL(`/render/body/${profile.username}?size=256`, publicUrl).href,
      wide: false,
    },
    answers: { profile },
  }
}

function usualHead(app: Needs, settings: Settings, { path, locale }: PageAsked): PageHead {
  const { publicUrl } = app.config
  const { siteName, homePicture, logoUrl } = settings
  const page = PUBLIC_PAGES[path]
  const words = headWords(page, { locale, siteName, about: aboutIn(settings, locale) })
  const shown = URL.parse(homePicture || logoUrl || HOUSE_PICTURE, publicUrl)
  return {
    ...words,
    kind: 'website',
    url: addressOf(path, publicUrl),
    picture: {
      url: (shown ?? new URL(HOUSE_PICTURE, publicUrl)).href,
      wide: shown !== null && homePicture !== '',
    },
    isIndexed: page !== undefined && !settings.keepRobotsOut,
    answers: {},
  }
}

/** A path such as `//elsewhere.example` stays a path, and names no other site. */
function addressOf(path: string, publicUrl: string): string {
  const address = new URL(publicUrl)
  address.pathname = path
  return address.href
}

function aboutIn(settings: Settings, locale: Locale): string {
  const { homeAboutEn: en, homeAboutRu: ru } = settings
  return (locale === 'ru' ? ru || en : en || ru).replaceAll(/\s+/g, ' ')
}
