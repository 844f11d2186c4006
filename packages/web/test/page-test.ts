import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openForAll } from '../../server/test/open-for-all.ts'
import { closeBrowser, type Story, type StoryOptions, withSite } from './site-in-browser.ts'

openForAll.defer(closeBrowser)

/**
 * Defines a test in a real browser, on the real server with the built pages. It also fails if a page
 * logs or throws an error, or sends a request to another host.
 */
export function pageTest(
  name: string,
  story: (given: Story) => Promise<void>,
  options: StoryOptions = {},
): void {
  test(name, { timeout: 120_000 }, async () => {
    await withSite(options, async (given, faults) => {
      await story(given)
      assert.deepEqual(faults, [])
    })
  })
}
