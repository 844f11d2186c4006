import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/*
 * A page that has shown a site opens it again with less than half of the work, because its process keeps scripts and
 * styles. So a test gets the page of an earlier test, unless that one left more behind than cookies and storage.
 */

type Opened = { context: BrowserContext; page: Page }

/** Members of a page whose effects remain after the next navigation. */
const LASTING: ReadonlySet<PropertyKey> = new Set<keyof Page>([
  'addInitScript',
  'addLocatorHandler',
  'clock',
  'context',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'on',
  'once',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setViewportSize',
])

/** Pages of earlier tests, by the options of their contexts. */
const left = new Map<string, Opened[]>()

export type BorrowedPage = Opened & {
  /** Keeps the page for another test, or closes its context if it cannot be reused. */
  giveBack(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a page for one test.
 * @param watch starts to watch the context for one test, and returns a function that stops it
 */
export async function borrowPage(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
  watch: (context: BrowserContext) => Promise<() => void>,
): Promise<BorrowedPage> {
  const key = JSON.stringify(options)
  const opened = left.get(key)?.pop() ?? (await open(browser, options))
  const { context, page } = opened
  const unwatch = await watch(context)
  let isReusable = true
  const watched = new Proxy(page, {
    get(target, name) {
      if (LASTING.has(name)) isReusable = false
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return {
    page: watched,
    get context() {
      isReusable = false
      return context
    },
    async giveBack() {
      const isClean = isReusable && (await clean(opened, options.baseURL).catch(() => false))
      if (!isClean) return context.close()
      unwatch()
      left.set(key, [...(left.get(key) ?? []), opened])
    },
    close: () => context.close(),
  }
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options)
  return { context, page: await context.newPage() }
}

/** Removes what a site has stored. @returns false if the test has opened or closed pages */
async function clean({ context, page }: Opened, site: string): Promise<boolean> {
  if (context.pages().length !== 1) return false
  await page.goto(`${site}/robots.txt`) // stops the scripts of the page
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.goto('about:blank')
  await context.clearCookies()
  return true
}
