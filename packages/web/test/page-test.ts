import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SiteOptions } from '../../server/test/site.ts'
import { closeBrowser, type Story, withSite } from './site-in-browser.ts'

/** What a file of stories has opened: closed after them, each thing whatever becomes of the others. */
export const openForAll = new AsyncDisposableStack()
after(() => openForAll.disposeAsync())
openForAll.defer(closeBrowser)

/**
 * One story in a real browser, on the real server with the built pages. It fails when a page logs
 * an error, throws one, or asks another host, whatever else the story looks at.
 */
export function pageTest(
  name: string,
  story: (given: Story) => Promise<void>,
  options: SiteOptions = {},
): void {
  test(name, { timeout: 120_000 }, async () => {
    await withSite(options, async (given, faults) => {
      await story(given)
      assert.deepEqual(faults, [])
    })
  })
}
