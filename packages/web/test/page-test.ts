import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { closeBrowser, type Story, type StoryOptions, withSite } from './site-in-browser.ts'

/** Things that the tests of a file have opened. They are all closed in the end, even if one fails. */
export const openForAll = new AsyncDisposableStack()
after(() => openForAll.disposeAsync())
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
