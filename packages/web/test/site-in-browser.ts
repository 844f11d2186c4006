import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
  Request,
  Response,
  WebError,
} from 'playwright-core'
import { freePort } from '../../../scripts/test/free-port.ts'
import { createPlayer } from '../../server/src/account/registration/create-player.ts'
import { openSite, PASSWORD, type Site, type SiteOptions } from '../../server/test/support/site.ts'
import { requireFreshPages } from './built-pages.ts'
import { launchChromium, type PLAIN_HOST } from './chromium.ts'
import { borrowPage } from './reused-pages.ts'

export { PASSWORD } from '../../server/test/support/site.ts'

requireFreshPages() // fails when a page test file is loaded

/** Shared by all tests of a process; each visitor has separate cookies. */
let browser: Promise<Browser> | undefined
/** The ports of earlier sites. They are used again, because the browser keeps scripts by origin. */
const usedPorts: number[] = []

export async function closeBrowser(): Promise<void> {
  const launched = await browser?.catch(() => undefined) // the tests have reported a failed launch
  await launched?.close()
}

export type BrowserSite = {
  site: Site
  url: string
  /**
   * Opens a page for a visitor, with separate cookies; by default in English on a wide screen. It may be the page of an
   * earlier test (see reused-pages.ts).
   */
  visitor(options?: BrowserContextOptions): Promise<{ page: Page; context: BrowserContext }>
  /** Ignores errors of pages that match, for example those of a connection that the test has cut. */
  excuse(complaint: RegExp): void
  owner(options?: BrowserContextOptions): Promise<{ page: Page; context: BrowserContext }>
}

/** `localhost` by default, which browsers treat as a secure context. */
export type StoryOptions = SiteOptions & { host?: 'localhost' | typeof PLAIN_HOST }

/** Runs `work` on a listening site with a browser. `faults` collects the errors of pages. */
export async function withSite<Result>(
  { host = 'localhost', ...options }: StoryOptions,
  work: (given: BrowserSite, faults: string[]) => Promise<Result>,
): Promise<Result> {
  await using open = new AsyncDisposableStack()
  const port = usedPorts.pop() ?? (await freePort())
  open.defer(() => void usedPorts.push(port))
  const url = `http://${host}:${port}`
  const site = await openSite('SQLite', { ...options, env: { PUBLIC_URL: url, ...options.env } })
  open.defer(() => site.close())
  await site.server.listen({ host: '127.0.0.1', port })
  const faults: string[] = []
  const excused: RegExp[] = []
  let hasSucceeded = false
  browser ??= launchChromium().catch(launchChromium) // on a busy machine it may crash on start
  const chromium = await browser

  const complain = (text: string): void => {
    if (!excused.some((complaint) => complaint.test(text))) faults.push(text)
  }
  const watch = async (context: BrowserContext): Promise<() => void> => {
    await context.clock.install({ time: site.now() }) // the site's clock, which tests move by hand
    context.setDefaultTimeout(60_000)
    const onError = (error: WebError) => faults.push(String(error.error()))
    const onMessage = (message: ConsoleMessage) => {
      const text = message.text()
      if (message.type() === 'error' && !isRefusal(text)) complain(text)
    }
    const onRequest = (request: Request) => {
      const { origin, protocol } = new URL(request.url())
      if (/^(http|ws)s?:$/.test(protocol) && origin !== url) complain(`asked ${origin}`)
    }
    context.on('weberror', onError).on('console', onMessage).on('request', onRequest)
    return () =>
      context.off('weberror', onError).off('console', onMessage).off('request', onRequest)
  }
  const visitor: BrowserSite['visitor'] = async (wanted = {}) => {
    const borrowed = await borrowPage(
      chromium,
      {
        baseURL: url,
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        ...wanted,
      },
      watch,
    )
    open.defer(() => (hasSucceeded ? borrowed.giveBack() : borrowed.close()))
    return borrowed
  }

  const owner: BrowserSite['owner'] = async (wanted) => {
    await createPlayer(site.app, {
      username: 'Owner',
      email: 'owner@example.org',
      password: PASSWORD,
      superuser: true,
      activated: true,
    })
    const opened = await visitor(wanted)
    if (host === 'localhost') await takeSession(opened.page, 'Owner')
    else await signIn(opened.page, 'Owner') // only the browser resolves the other host
    return opened
  }

  const excuse = (complaint: RegExp) => void excused.push(complaint)
  const result = await work({ site, url, visitor, owner, excuse }, faults)
  hasSucceeded = true
  return result
}

/** Chromium logs every 4xx response as an error, but refusals are not errors of a page. */
function isRefusal(text: string): boolean {
  return /the server responded with a status of 4\d\d/.test(text)
}

/** Signs in one of the players that `fillSite` created; a visitor only opens the site. */
export async function signInAs(
  page: Page,
  who: 'visitor' | 'unconfirmed' | 'nobody' | 'owner',
): Promise<void> {
  if (who === 'owner') return signInWithoutForm(page, 'Owner')
  if (who === 'nobody') return signInWithoutForm(page, 'Nobody')
  await page.goto('/login')
  if (who === 'visitor') return
  await fillIn(page, 'Newcomer', PASSWORD)
  await page.waitForURL('**/confirm')
}

export async function signIn(page: Page, login: string, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await fillIn(page, login, password)
  await page.waitForURL(/\/account(\/security)?$/) // the security page if the password must be changed
  await loaded(page) // otherwise the page may still send requests while the test changes the site
}

/** Signs a player in and opens the account, for tests that are not about sign-in. */
export async function signInWithoutForm(
  page: Page,
  login: string,
  password = PASSWORD,
): Promise<void> {
  await takeSession(page, login, password)
  await page.goto('/account')
  await loaded(page) // leaving a page during a refresh may lose its session
}

async function takeSession(page: Page, login: string, password = PASSWORD): Promise<void> {
  const data = { username_or_email: login, password }
  const reply = await page.request.post('/auth/login', { data })
  if (!reply.ok()) throw new Error(`sign-in: ${reply.status()} ${await reply.text()}`)
}

/** Finds the fields by name, because the page may be in any language. */
async function fillIn(page: Page, login: string, password: string): Promise<void> {
  await page.locator('[name=username]').fill(login)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

/**
 * Answers the open dialog and waits until it is gone: while it is open, elements behind it have no roles, so
 * a button there would count as gone.
 */
export async function answer(page: Page, name: string): Promise<void> {
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name, exact: true }).click()
  await question.waitFor({ state: 'detached' })
}

/** Waits until a page has its title and shows its data, an error, or a dialog for which the data waits. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('body:has(h1):is(:not(:has(.loading)), :has([role=dialog]))').waitFor()
}

/**
 * Waits until the browser has drawn the current state, so that absent elements can be counted. An animation
 * frame does not suffice, because the test's clock produces those whether or not the page is drawn.
 */
export async function drawn(page: Page): Promise<void> {
  const frame = `new Promise((done) => new IntersectionObserver((_, watch) => {
    watch.disconnect()
    done()
  }).observe(document.documentElement))`
  for (const _ of ['the page is drawn', 'and was drawn']) await page.evaluate(frame)
}

/** Copies the text of a field, and waits until its button confirms it, which it does for two seconds. */
export async function copyField(area: Page | Locator): Promise<void> {
  const confirmed = area.getByRole('button', { name: 'Copied', exact: true }).first().waitFor()
  await area.getByRole('button', { name: 'Copy', exact: true }).first().click()
  await confirmed
}

/** Waits for a response, and until the page has drawn its effect. */
export async function taken(page: Page, answered: Promise<Response>): Promise<void> {
  await (await answered).finished()
  await drawn(page)
}

export async function register(page: Page, username: string): Promise<void> {
  await page.goto('/register')
  await fillInRegistration(page, username)
  await page.getByRole('button', { name: 'Create account' }).click()
}

export async function fillInRegistration(page: Page, username: string): Promise<void> {
  await page.getByLabel('Name in the game').fill(username)
  await page.getByLabel('E-mail').fill(`${username.toLowerCase()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

/** The six digits in the newest mail to an address. */
export async function mailedCode(site: Site, address: string): Promise<string> {
  const mails = (await site.mails()).filter(({ to }) => to?.[0]?.address === address)
  return /\b\d{6}\b/.exec(mails.at(-1)?.subject ?? '')?.[0] ?? ''
}
