import assert from 'node:assert/strict'
import { pageTest } from './page-test.ts'
import { fillSite } from './shown-pages.ts'
import { signInWithoutForm } from './site-in-browser.ts'

pageTest(
  'the title of a tab begins with the page and ends with the site',
  async ({ site, visitor }) => {
    const pages = await fillSite(site)
    const { page } = await visitor()
    await signInWithoutForm(page, 'Owner')
    const titles: Record<string, string> = {}
    for (const name of ['panel-player', 'panel-role', 'panel-news-item', 'news-item', 'panel']) {
      await page.goto(pages.find((shown) => shown.name === name)?.path ?? '')
      await page.locator('body:has(h1):not(:has(.loading))').waitFor()
      titles[name] = await page.title()
    }

    assert.deepEqual(titles, {
      'panel-player': 'Steve · Players · Portal',
      'panel-role': 'Moderators · Roles · Portal',
      'panel-news-item': 'Season two begins · News · Portal',
      'news-item': 'Season two begins · News · Portal',
      panel: 'Overview · Portal',
    })
  },
)

for (const [locale, first] of [
  ['en-GB', '05/03/2030'],
  ['en-US', '3/5/30'],
] as const) {
  pageTest(
    `dates have the format of the reader’s English (${locale})`,
    async ({ site, visitor }) => {
      site.wait(Date.UTC(2030, 2, 5, 12) - site.now())
      await fillSite(site)
      const { page } = await visitor({ locale })
      await signInWithoutForm(page, 'Owner')

      await page.goto('/panel/audit')

      await page.getByText(first).first().waitFor()
    },
  )
}
