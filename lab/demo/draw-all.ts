import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '@portal/contract'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../packages/web/test/chromium.ts'
import { loaded } from '../../packages/web/test/site-in-browser.ts'
import { freePort } from '../../scripts/test/free-port.ts'
import { contents } from './content/content.ts'
import { type DemoPage, type DemoThings, demoPages, pathOf, type Viewer } from './demo-pages.ts'
import { furnishDemo, NEWCOMER, viewers } from './furnish-demo.ts'
import { openGameServers } from './game-servers.ts'
import { fillFolder, openDemo } from './open-demo.ts'

const LANGUAGES = ['en', 'ru'] as const
const SCHEMES = ['light', 'dark'] as const
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile'
const SIZES = [
  { width: 1280, height: 800, isMobile: false, hasTouch: false },
  { width: 375, height: 740, isMobile: true, hasTouch: true, userAgent: PHONE },
] as const

/** A low cost of password hashes: with the real cost, a hundred sign-ins take minutes. */
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }

type Drawing = {
  browser: Browser
  url: string
  locale: Locale
  things: DemoThings
  folder: string
  pages: readonly DemoPage[]
}

/**
 * Draws every page of a demo in each language, in both themes and on a screen and a phone:
 * `<page>-<width>-<theme>-<language>.jpg`.
 *
 * @param wanted draws only pages whose names contain one of these; empty: all.
 */
export async function drawAll(folder: string, wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const pages = demoPages.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )
  const browser = await launchChromium()
  try {
    for (const locale of LANGUAGES) await drawDemo({ browser, locale, folder, pages })
  } finally {
    await browser.close()
  }
}

type Plan = Pick<Drawing, 'browser' | 'locale' | 'folder' | 'pages'>

/** Draws the pages of a site in one language, on both screens at once. */
async function drawDemo(plan: Plan): Promise<void> {
  await using open = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  const { locale } = plan
  const options = { folder: join(folder, 'site'), locale, port: await freePort(), fresh: false }
  await fillFolder(options, CHEAP)
  const servers = openGameServers(contents[locale])
  open.defer(() => servers.close())
  const { changes, furnish } = await furnishDemo(open)
  const demo = await openDemo(options, changes)
  open.defer(() => demo.close())
  const empty = await openDemo({ folder: join(folder, 'empty'), port: await freePort() }, changes)
  open.defer(() => empty.close())
  const things = await furnish(demo, empty)
  await Promise.all([demo.listen(), empty.listen()])

  const drawing = { ...plan, url: demo.url, things }
  await Promise.all(SIZES.map((size) => drawSize(drawing, size)))
}

async function drawSize(drawing: Drawing, size: (typeof SIZES)[number]): Promise<void> {
  const { browser, url, locale, pages } = drawing
  const { width, height, ...device } = size
  const failures: unknown[] = []
  for (const viewer of new Set(pages.map(({ as }) => as))) {
    const context = await browser.newContext({
      baseURL: url,
      locale: locale === 'ru' ? 'ru-RU' : 'en-GB',
      viewport: { width, height },
      ...device,
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'x-forwarded-for': addressOf(viewer, size.width) },
    })
    context.setDefaultTimeout(120_000)
    await signIn(context, viewer)
    const page = await context.newPage()
    for (const shown of pages.filter(({ as }) => as === viewer)) {
      const failed = (error: unknown) =>
        new Error(`${shown.name} of ${size.width}`, { cause: error })
      await draw(page, shown, size.width, drawing).catch((error) => failures.push(failed(error)))
    }
    await context.close()
  }
  if (failures.length > 0) throw new AggregateError(failures, 'pages that could not be drawn')
}

async function draw(
  page: Page,
  shown: DemoPage,
  width: number,
  { folder, locale, things }: Drawing,
): Promise<void> {
  await page.goto(pathOf(shown, things))
  if (shown.name === 'sign-out')
    await page.locator('h1').waitFor() // this page has no script
  else await loaded(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'")
  await shown.act?.(page, things)
  const isDialog = await page.getByRole('dialog').first().isVisible() // covers the screen, not the page
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    const file = join(folder, `${shown.name}-${width}-${colorScheme}-${locale}.jpg`)
    await page.screenshot({
      path: file,
      type: 'jpeg',
      quality: 85,
      fullPage: !isDialog,
      animations: 'disabled',
    })
  }
}

async function signIn(context: BrowserContext, viewer: Viewer): Promise<void> {
  if (viewer === 'visitor') return
  const { username, password } = viewer === 'newcomer' ? NEWCOMER : viewers[viewer]
  const data = { username_or_email: username, password }
  const reply = await context.request.post('/auth/login', { data })
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`)
}

/** Returns the address of a viewer. Each has a separate one, to stay below the limits per address. */
function addressOf(viewer: Viewer, width: number): string {
  const hosts = { visitor: 1, newcomer: 2, player: 3, owner: 4 }
  return `203.0.113.${hosts[viewer] + (width < 600 ? 10 : 0)}`
}
