import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { pageTest } from './page-test.ts'
import { firstPage, furnish, type ShownPage } from './shown-pages.ts'
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

const PLAYERS = ['visitor', 'newcomer', 'owner'] as const

/** Opens every page of the site one after another, as those who may see it. */
async function visitAll(
  given: Story,
  options: object,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const first = await firstPage(given.site)
  await visit(await openAs(given, 'visitor', options), [first], look)
  const pages = await furnish(given.site)
  for (const who of PLAYERS) {
    const page = await openAs(given, who, options)
    await visit(
      page,
      pages.filter(({ as }) => as === who),
      look,
    )
  }
}

async function visit(
  page: Page,
  pages: readonly ShownPage[],
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const { name, path } of pages) {
    await page.goto(path)
    await loaded(page)
    await look(page, name)
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(`everybody can use every page (${colorScheme})`, async (given) => {
    const found: Record<string, Finding[]> = {}

    await visitAll(given, { colorScheme }, async (page, name) => {
      const findings = await findingsOn(page)
      if (findings.length > 0) found[name] = findings
    })

    assert.deepEqual(found, {})
  })
}

pageTest('nothing is wider than the smallest phone', async (given) => {
  const wide: string[] = []

  const viewport = { width: 320, height: 640 }
  await visitAll(given, { viewport, locale: 'ru-RU' }, async (page, name) => {
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if (Number(width) > viewport.width) wide.push(`${name}: ${width}`)
  })

  assert.deepEqual(wide, [])
})

pageTest(
  'each page has a title of its own in the tab, with the name of the site',
  async (given) => {
    const titles: Record<string, string> = {}

    await visitAll(given, {}, async (page, name) => {
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
