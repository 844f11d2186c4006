import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { pageTest } from './page-test.ts'
import { PASSWORD } from './site-in-browser.ts'
import { visitAll } from './visit-pages.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Finding = { id: string; impact: string; targets: string[] }

/** What axe-core finds on a page, its best practices included. The dark theme differs only in colours. */
async function findingsOn(page: Page, colorScheme: 'light' | 'dark'): Promise<Finding[]> {
  const options = colorScheme === 'dark' ? `{ runOnly: ['color-contrast'] }` : '{}'
  await page.evaluate(axe) // through the debugger, which bypasses the content security policy
  return page.evaluate(`axe.run(${options}).then(({ violations }) => violations
    .map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary) })))`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(
    `every page is accessible and has a title of its own (${colorScheme})`,
    async (given) => {
      const found: Record<string, Finding[]> = {}
      const bare: Record<string, string> = {}

      await visitAll(given, { colorScheme }, async (page, { name }) => {
        const findings = await findingsOn(page, colorScheme)
        if (findings.length > 0) found[name] = findings
        const title = await page.title()
        if (!/^[A-Z].+ · Portal$/.test(title)) bare[name] = title
      })

      assert.deepEqual(found, {})
      assert.deepEqual(bare, {})
    },
  )
}

pageTest('a player can sign in without a mouse', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  await page.goto('/login')
  await page.locator('[name=username]:focus').waitFor() // a browser sets the first focus when it draws

  await page.keyboard.type('Steve')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/account')
})
