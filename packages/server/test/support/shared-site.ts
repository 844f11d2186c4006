import { test } from 'node:test'
import { openForAll } from '../open-for-all.ts'
import { type DatabaseKind, databases, openSite, type Site, type SiteOptions } from './site.ts'

/**
 * Makes a `siteTest` whose tests share one site on each database. For tests that do not disturb each other: each uses
 * its own players, who call from an address of that test.
 */
export function sharedSiteTest(options: SiteOptions = {}) {
  const sites = new Map<DatabaseKind, Promise<Site>>()
  let tests = 0
  return (name: string, run: (given: { site: Site; ip: string }) => Promise<void>): void => {
    tests += 1
    const ip = `127.1.${tests >> 8}.${tests & 255}`
    for (const database of databases) {
      test(`${name} (${database})`, async () => {
        const site = sites.get(database) ?? openUntilTheEnd(database, options)
        sites.set(database, site)
        await run({ site: await site, ip })
      })
    }
  }
}

async function openUntilTheEnd(database: DatabaseKind, options: SiteOptions): Promise<Site> {
  const site = await openSite(database, options)
  openForAll.defer(() => site.close())
  return site
}
