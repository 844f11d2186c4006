import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openForAll } from '../../server/test/open-for-all.ts'
import { type BrowserSite, closeBrowser, type StoryOptions, withSite } from './site-in-browser.ts'

openForAll.defer(closeBrowser)

/**
 * Defines a test in a real browser on the real server with the built pages. Also fails if a page logs or
 * throws an error, or sends a request to another host.
 */
export function pageTest(
  name: string,
  run: (given: BrowserSite) => Promise<void>,
  options: StoryOptions = {},
): void {
  test(name, () => inBrowser(run, options))
}

/** Visits pages once, at the first call, for several tests that check what was seen. */
export function sharedVisit<Seen>(run: (given: BrowserSite) => Promise<Seen>): () => Promise<Seen> {
  let seen: Promise<Seen> | undefined
  return () => {
    seen ??= inBrowser(run, {})
    return seen
  }
}

function inBrowser<Seen>(
  run: (given: BrowserSite) => Promise<Seen>,
  options: StoryOptions,
): Promise<Seen> {
  return withSite(options, async (given, faults) => {
    const seen = await run(given)
    assert.deepEqual(faults, [])
    return seen
  })
}
