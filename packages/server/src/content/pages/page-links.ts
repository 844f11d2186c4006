import type { Agreement, PageLink } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { ttlCache } from '../../platform/cache/ttl-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { SECOND } from '../../platform/clock.ts'
import type { SiteSettings } from '../../settings/settings.ts'
import { textIn } from './page.ts'
import { listPageRows } from './page-store.ts'

const CACHE_TTL = 2 * SECOND

export type PublishedPages = { links: PageLink[]; agreements: Agreement[] }

/** The links to published pages. Cached for 2 s, so that changes by other instances are noticed. */
export type PageLinksCache = {
  read(): Promise<PublishedPages>
  invalidate(): void
}

export function pageLinks(app: { db: Db; clock: Clock; settings: SiteSettings }): PageLinksCache {
  let last: PublishedPages = { links: [], agreements: [] }
  return ttlCache(app.clock, CACHE_TTL, async () => {
    try {
      last = await readLinks(app)
    } catch {
      // while the database is unavailable, return the links that were read last
    }
    return last
  })
}

async function readLinks(app: { db: Db; settings: SiteSettings }): Promise<PublishedPages> {
  const { defaultLanguage } = await app.settings.read()
  const rows = await listPageRows(app.db)
  const published = rows
    .filter(({ publishedAt }) => publishedAt !== null)
    .map((row) => {
      const page = { ...row, summaryEn: '', summaryRu: '' }
      const titleIn = (locale: 'en' | 'ru') => textIn(page, locale, defaultLanguage).title
      return { ...row, title: { en: titleIn('en'), ru: titleIn('ru') } }
    })
  return {
    links: published
      .filter(({ place }) => place !== 'none')
      .map(({ slug, title, place }) => ({ slug, title, place })),
    agreements: published
      .filter(({ mustAgree, edition }) => mustAgree && edition > 0)
      .map(({ id, slug, edition, title }) => ({ page: id, slug, edition, title })),
  }
}
