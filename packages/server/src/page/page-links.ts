import type { PageLink } from '@portal/contract'
import type { Clock } from '../platform/clock.ts'
import { SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { memo } from '../platform/memo.ts'
import type { SiteSettings } from '../settings/settings.ts'
import { textIn } from './page.ts'
import { listPageRows } from './page-store.ts'

const REREAD_AFTER = 2 * SECOND

/** The links to published pages, read again every 2 s, so that changes by any instance arrive. */
export type PageLinks = {
  read(): Promise<PageLink[]>
  /** Makes the next `read` ask the database. */
  forget(): void
}

export function pageLinks(app: { db: Db; clock: Clock; settings: SiteSettings }): PageLinks {
  let last: PageLink[] = []
  return memo(app.clock, REREAD_AFTER, async () => {
    try {
      last = await readLinks(app)
    } catch {
      // While the database is away, pages open with the links that were read last.
    }
    return last
  })
}

async function readLinks(app: { db: Db; settings: SiteSettings }): Promise<PageLink[]> {
  const { defaultLanguage } = await app.settings.read()
  const rows = await listPageRows(app.db)
  return rows
    .filter(({ place, publishedAt }) => place !== 'none' && publishedAt !== null)
    .map((row) => {
      const page = { ...row, summaryEn: '', summaryRu: '' }
      const titleIn = (locale: 'en' | 'ru') => textIn(page, locale, defaultLanguage).title
      return { slug: row.slug, title: { en: titleIn('en'), ru: titleIn('ru') }, place: row.place }
    })
}
