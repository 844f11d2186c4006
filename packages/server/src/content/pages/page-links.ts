import type { Agreement, PageLink } from '@portal/contract'
import type { Db } from '../../database/database.ts'
import { memo } from '../../platform/cache/ttl-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { SECOND } from '../../platform/clock.ts'
import type { SiteSettings } from '../../settings/settings.ts'
import { textIn } from './page.ts'
import { listPageRows } from './page-store.ts'

const REREAD_AFTER = 2 * SECOND

/** What every page of the site knows of the owner's: links, and what newcomers have to agree to. */
export type KnownPages = { links: PageLink[]; agreements: Agreement[] }

/** The published pages as they are known, read again every 2 s, so that changes by any instance arrive. */
export type PageLinks = {
  read(): Promise<KnownPages>
  /** Makes the next `read` ask the database. */
  forget(): void
}

export function pageLinks(app: { db: Db; clock: Clock; settings: SiteSettings }): PageLinks {
  let last: KnownPages = { links: [], agreements: [] }
  return memo(app.clock, REREAD_AFTER, async () => {
    try {
      last = await readLinks(app)
    } catch {
      // While the database is away, pages open with the links that were read last.
    }
    return last
  })
}

async function readLinks(app: { db: Db; settings: SiteSettings }): Promise<KnownPages> {
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
