import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { pageTest } from './page-test.ts'
import { PASSWORD } from './site-in-browser.ts'
import { visitAll } from './visit-pages.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Finding = { id: string; impact: string; targets: string[] }

/** What axe-core calls serious or critical on a page as it stands. */
async function findingsOn(page: Page): Promise<Finding[]> {
  await page.evaluate(axe) // by the debugger, which no content security policy stops
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary) })))`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(`everybody can use every page (${colorScheme})`, async (given) => {
    const found: Record<string, Finding[]> = {}

    await visitAll(given, { colorScheme }, async (page, { name }) => {
      const findings = await findingsOn(page)
      if (findings.length > 0) found[name] = findings
    })

    assert.deepEqual(found, {})
  })
}

pageTest('nothing is wider than the smallest phone', async (given) => {
  const wide: string[] = []

  const viewport = { width: 320, height: 640 }
  await visitAll(given, { viewport, locale: 'ru-RU' }, async (page, { name }) => {
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if (Number(width) > viewport.width) wide.push(`${name}: ${width}`)
  })

  assert.deepEqual(wide, [])
})

pageTest(
  'each page has a title of its own in the tab, with the name of the site',
  async (given) => {
    const titles: Record<string, string> = {}

    await visitAll(given, {}, async (page, { name }) => {
      titles[name] = await page.title()
    })

    const bare = Object.entries(titles).filter(([, title]) => !/^[A-Z].+ · Portal$/.test(title))
    assert.deepEqual(bare, [])
  },
)

pageTest('signing in needs no mouse', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.keyboard.type('Steve') // the first field has the focus
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/account')
})
