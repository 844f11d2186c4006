import { endpoints, type Locale, refusals, type Settings } from '@portal/contract'
import { splitPicture } from '@portal/contract/phone-picture'
import type { App } from '../../app.ts'
import type { PageHead, PageRequest } from '../../platform/document-head.ts'
import { Refusal } from '../../platform/errors.ts'
import { showPublicProfile } from '../../profiles/public-profile.ts'
import { countRateLimitedCall } from '../../security/rate-limits/rate-limit.ts'
import { publishedNews } from '../news/read-published.ts'
import { textIn } from '../pages/page.ts'
import { publishedPage, toPublicPage } from '../pages/show-page.ts'
import { type KnownPage, pageHeadText, profileHeadText } from './page-head-text.ts'
import { showHome } from './show-home.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings' | 'gameServers' | 'log'>

/** The pages that search engines may index. */
const PUBLIC_PAGES: Record<string, KnownPage> = {
  '/': 'home',
  '/news': 'news',
  '/login': 'login',
  '/register': 'register',
}

const DEFAULT_PICTURE = '/icon-512.png'

/**
 * Returns the metadata of a page's document. Returns defaults while the database is unavailable, so that pages open and
 * show an error.
 */
export async function pageHead(app: Deps, page: PageRequest): Promise<PageHead> {
  const settings = await app.settings.read().catch(() => app.settings.last())
  const defaultHead = defaultHeadOf(app, settings, page)
  try {
    return await buildPageHead(app, { settings, page, defaultHead })
  } catch (error) {
    if (error instanceof Refusal) {
      return refusals[error.code].status === 404 ? { ...defaultHead, isMissing: true } : defaultHead
    }
    app.log.warn({ path: page.path, error }, 'reading page metadata failed, using defaults')
    return defaultHead
  }
}

type HeadRequest = { settings: Settings; page: PageRequest; defaultHead: PageHead }

async function buildPageHead(app: Deps, request: HeadRequest): Promise<PageHead> {
  const { settings, page, defaultHead } = request
  if (page.path === '/' && settings.homePage === 'home') {
    return { ...defaultHead, links: { home: await showHome(app) } }
  }
  const [, of, name = ''] = /^\/(news|pages|u)\/([^/]+)$/.exec(page.path) ?? []
  if (of === 'news') return newsHead(app, request, name)
  if (of === 'pages') return contentPageHead(app, request, name)
  return of === 'u' ? profileHead(app, request, name) : defaultHead
}

async function newsHead(
  app: Deps,
  { settings, page, defaultHead }: HeadRequest,
  id: string,
): Promise<PageHead> {
  const { translation, ...news } = await publishedNews(app, id)
  const { title, summary } = translation?.locale === page.locale ? translation : news
  const { publicUrl } = app.config
  return {
    ...defaultHead,
    kind: 'article',
    title: `${title} · ${settings.siteName}`,
    description: summary || defaultHead.description,
    isIndexed: !settings.keepRobotsOut,
    ...(news.banner && { picture: { url: new URL(news.banner, publicUrl).href, wide: true } }),
  }
}

async function contentPageHead(app: Deps, request: HeadRequest, slug: string): Promise<PageHead> {
  const { settings, page, defaultHead } = request
  const written = await publishedPage(app, slug)
  const { title, summary } = textIn(written, page.locale, settings.defaultLanguage)
  return {
    ...defaultHead,
    kind: 'article',
    title: `${title} · ${settings.siteName}`,
    description: summary || defaultHead.description,
    isIndexed: !settings.keepRobotsOut,
    links: { page: toPublicPage(written) },
  }
}

/**
 * Returns the metadata of a profile page. Counts as a call of `showPublicProfile`, whose reply the document contains,
 * so the limits of that endpoint also apply to page views.
 */
async function profileHead(app: Deps, request: HeadRequest, username: string): Promise<PageHead> {
  const { settings, page, defaultHead } = request
  for (const limit of endpoints.showPublicProfile.limits)
    await countRateLimitedCall(app, limit, page.ip)
  const profile = await showPublicProfile(app, username)
  const { publicUrl } = app.config
  return {
    ...defaultHead,
    title: `${profile.username} · ${settings.siteName}`,
    description: profileHeadText(profile, page.locale, settings.siteName),
    url: new URL(`/u/${profile.username}`, publicUrl).href,
    picture: {
      url: new URL(`/render/body/${profile.username}?size=256`, publicUrl).href,
      wide: false,
    },
    links: { profile },
  }
}

function defaultHeadOf(app: Deps, settings: Settings, { path, locale }: PageRequest): PageHead {
  const { publicUrl } = app.config
  const { siteName, homePicture, logoUrl } = settings
  const page = PUBLIC_PAGES[path]
  const words = pageHeadText(page, { locale, siteName, about: siteDescription(settings, locale) })
  const shown = URL.parse(splitPicture(homePicture).wide || logoUrl || DEFAULT_PICTURE, publicUrl)
  return {
    ...words,
    kind: 'website',
    url: addressOf(path, publicUrl),
    picture: {
      url: (shown ?? new URL(DEFAULT_PICTURE, publicUrl)).href,
      wide: shown !== null && homePicture !== '',
    },
    isIndexed: page !== undefined && !settings.keepRobotsOut,
    links: {},
  }
}

/**
 * Returns the URL of a path on the site. Changes only the path of the site's URL, so that `//elsewhere.example` cannot
 * name another host.
 */
function addressOf(path: string, publicUrl: string): string {
  const address = new URL(publicUrl)
  address.pathname = path
  return address.href
}

function siteDescription(settings: Settings, locale: Locale): string {
  const { homeAboutEn: en, homeAboutRu: ru } = settings
  return (locale === 'ru' ? ru || en : en || ru).replaceAll(/\s+/g, ' ')
}
