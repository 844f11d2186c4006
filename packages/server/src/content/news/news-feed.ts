import type { Locale, NewsItem } from '@portal/contract'
import type { App } from '../../app.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import { cachedNews } from './list-news.ts'

export type FeedSite = { name: string; url: string; locale: Locale }

const ITEMS = 20
const WORDS: Record<Locale, { title: (site: string) => string; about: (site: string) => string }> =
  {
    en: { title: (site) => `${site}: news`, about: (site) => `What is new on ${site}.` },
    ru: { title: (site) => `${site}: новости`, about: (site) => `Что нового на ${site}.` },
  }

/**
 * Makes functions that return the newest published news as RSS 2.0 and as JSON Feed 1.1, in the site's language. A feed
 * is made again only if the list or the name of the site has changed.
 */
export function newsFeeds(app: Pick<App, 'db' | 'clock' | 'config' | 'settings'>) {
  const read = cachedNews(app)
  const feed = (write: (items: readonly NewsItem[], site: FeedSite) => string) => {
    let last: { of: object; site: string; bytes: Buffer } | undefined
    return async (): Promise<Buffer> => {
      const { siteName, defaultLanguage } = await app.settings.read()
      const list = await read({ limit: ITEMS, now: app.clock.now() })
      const site = { name: siteName, url: app.config.publicUrl, locale: defaultLanguage }
      const key = JSON.stringify(site)
      if (last?.of !== list || last.site !== key) {
        last = { of: list, site: key, bytes: Buffer.from(write(list.items, site)) }
      }
      return last.bytes
    }
  }
  return { rss: feed(toRss), json: feed(toJsonFeed) }
}

/**
 * Returns news as RSS 2.0 (https://www.rssboard.org/rss-specification). The texts of items are HTML, escaped for XML.
 */
export function toRss(items: readonly NewsItem[], { name, url, locale }: FeedSite): string {
  const self = escapedXml(new URL('/news/feed.xml', url).href)
  const written = items.map(
    (item) => `<item>
<title>${escapedXml(item.title)}</title>
<link>${escapedXml(pageOf(item, url))}</link>
<guid isPermaLink="true">${escapedXml(pageOf(item, url))}</guid>
<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>
${item.tag === undefined ? '' : `<category>${escapedXml(item.tag)}</category>\n`}<description>${escapedXml(asHtml(item.body))}</description>
</item>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapedXml(WORDS[locale].title(name))}</title>
<link>${escapedXml(new URL('/news', url).href)}</link>
<description>${escapedXml(WORDS[locale].about(name))}</description>
<language>${locale}</language>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
${written.join('')}</channel>
</rss>
`
}

/** Returns news as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function toJsonFeed(items: readonly NewsItem[], { name, url, locale }: FeedSite): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: WORDS[locale].title(name),
    description: WORDS[locale].about(name),
    language: locale,
    home_page_url: new URL('/news', url).href,
    feed_url: new URL('/news/feed.json', url).href,
    items: items.map((item) => {
      const page = pageOf(item, url)
      return {
        id: page,
        url: page,
        ...(item.link !== page && { external_url: item.link }),
        title: item.title,
        content_text: item.body,
        date_published: item.publishedAt,
        ...(item.banner !== undefined && { image: item.banner }),
        ...(item.tag !== undefined && { tags: [item.tag] }),
      }
    }),
  })
}

function pageOf({ id }: NewsItem, url: string): string {
  return new URL(`/news/${id}`, url).href
}

/** Escapes plain text as HTML, because RSS readers parse descriptions as HTML. */
function asHtml(text: string): string {
  return escapedXml(text).replaceAll('\n', '<br>')
}
