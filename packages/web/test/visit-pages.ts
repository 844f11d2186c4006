import type { Page, Response } from 'playwright-core'
import { fillSite, firstPage, type ShownPage } from './shown-pages.ts'
import { type BrowserSite, loaded, signInAs } from './site-in-browser.ts'

const PLAYERS = ['visitor', 'unconfirmed', 'nobody', 'owner'] as const

type Look = (page: Page, shown: ShownPage, response: Response | null) => Promise<void>

/** Headings of cards that have a script of their own, so that a page may look complete without them. */
const LATE: Readonly<Record<string, string>> = {
  'account-security': '#launcher-passwords-title',
  'panel-player-access': '#personal-title',
}

/** Opens every page of the site in sequence, as a visitor who may see it. */
export async function visitAll(given: BrowserSite, options: object, look: Look): Promise<void> {
  const first = await firstPage(given.site)
  await visit(await openAs(given, 'visitor', options), [first], look)
  const pages = await fillSite(given.site)
  for (const who of PLAYERS) {
    const page = await openAs(given, who, options)
    await visit(
      page,
      pages.filter(({ as }) => as === who),
      look,
    )
  }
}

async function openAs(given: BrowserSite, who: ShownPage['as'], options: object): Promise<Page> {
  const { page } = await given.visitor(options)
  await signInAs(page, who)
  return page
}

async function visit(page: Page, pages: readonly ShownPage[], look: Look): Promise<void> {
  for (const shown of pages) {
    const response = await page.goto(shown.path)
    const late = LATE[shown.name]
    if (late) await page.locator(late).waitFor()
    await loaded(page)
    await look(page, shown, response)
  }
}
