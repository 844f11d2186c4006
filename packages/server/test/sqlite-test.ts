import { test } from 'node:test'
import { openSite, type Site, type SiteOptions } from './site.ts'

/** One story on SQLite: where the database makes no difference, or is SQLite's own. */
export function sqliteTest(
  name: string,
  story: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  test(name, async () => {
    const site = await openSite('SQLite', options)
    try {
      await story(site)
    } finally {
      await site.close()
    }
  })
}
