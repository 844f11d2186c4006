import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { pageTest } from './page-test.ts'
import { furnish, type ShownPage } from './shown-pages.ts'
import { loaded, PASSWORD, type Story, signInAs } from './site-in-browser.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Finding = { id: string; impact: string; targets: string[] }

/** What axe-core calls serious or critical on a page as it stands. */
async function findingsOn(page: Page): Promise<Finding[]> {
  await page.evaluate(axe) // by the debugger, which no content security policy stops
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary) })))`)
}

async function openAs(given: Story, who: ShownPage['as'], options: object): Promise<Page> {
  const { page } = await given.visitor(options)
  await signInAs(page, who)
  return page
}

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(`everybody can use every page (${colorScheme})`, async (given) => {
    const pages = await furnish(given.site)

    const found: Record<string, Finding[]> = {}
    for (const who of ['visitor', 'newcomer', 'owner'] as const) {
      const page = await openAs(given, who, { colorScheme })
      for (const { name, path } of pages.filter(({ as }) => as === who)) {
        await page.goto(path)
        await loaded(page)
        const findings = await findingsOn(page)
        if (findings.length > 0) found[name] = findings
      }
    }

    assert.deepEqual(found, {})
  })
}

pageTest('nothing is wider than the smallest phone', async (given) => {
  const pages = await furnish(given.site)

  const wide: string[] = []
  for (const who of ['visitor', 'newcomer', 'owner'] as const) {
    const page = await openAs(given, who, { viewport: { width: 1280, height: 800 } })
    await page.setViewportSize({ width: 320, height: 640 })
    for (const { name, path } of pages.filter(({ as }) => as === who)) {
      await page.goto(path)
      await loaded(page)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      if (Number(width) > 320) wide.push(`${name}: ${width}`)
    }
  }

  assert.deepEqual(wide, [])
})

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
