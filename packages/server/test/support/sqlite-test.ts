import { test } from 'node:test'
import { openSite, type Site, type SiteOptions } from './site.ts'

/** Runs a test on SQLite alone: for tests in which the database makes no difference, and for tests of SQLite itself. */
export function sqliteTest(
  name: string,
  run: (site: Site) => Promise<void>,
  options: SiteOptions = {},
): void {
  test(name, async () => {
    const site = await openSite('SQLite', options)
    try {
      await run(site)
    } finally {
      await site.close()
    }
  })
}
