import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import {
  ISSUER,
  type Issuer,
  openIssuer,
} from '../../server/test/credentials/linked-accounts/issuer.ts'
import { newOutside } from '../../server/test/credentials/linked-accounts/outside.ts'
import { addProvider, FORUM } from '../../server/test/credentials/linked-accounts/with-identity.ts'
import { owner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import type { BrowserSite } from './site-in-browser.ts'

export type ForumSite = BrowserSite & {
  /** Sets the forum account of the next visitor; undefined declines the sign-in. */
  become(name: string | undefined): void
  /** A browser that can reach the forum. */
  opened(options?: BrowserContextOptions): Promise<Page>
  /** The site's operator, through the API. */
  notch: Awaited<ReturnType<typeof owner>>
}

/** Defines a browser test on a site that signs in with a forum, a real OpenID Connect issuer. */
export function forumTest(name: string, run: (given: ForumSite) => Promise<void>): void {
  const outside = newOutside()
  const runWithForum = async (given: BrowserSite): Promise<void> => {
    await using forum = await openIssuer(outside, `${given.url}/linked/forum`)
    const notch = await owner(given.site)
    await addProvider(notch, FORUM)
    given.excuse(/^asked https:\/\/forum\.example\.org$/)
    let who: string | undefined
    const become = (name: string | undefined): void => {
      who = name
    }
    const opened = async (options?: BrowserContextOptions): Promise<Page> => {
      const { page, context } = await given.visitor(options)
      await context.route(`${ISSUER}/**`, (route) => carry(route, forum, who))
      return page
    }
    await run({ ...given, become, opened, notch })
  }
  pageTest(name, runWithForum, { fetch: outside.reach })
}

/** Forwards a browser at the forum to the address that the forum returns it to. */
async function carry(route: Route, forum: Issuer, who: string | undefined): Promise<void> {
  const back = await forum.visit(route.request().url(), who)
  await route.fulfill({ status: 302, headers: { location: back.href } })
}

/** The card of linked accounts, in the account and in the panel. */
export const card = (page: Page) => page.getByRole('region', { name: 'Linked accounts' })

/** Links the forum account to the signed-in player. */
export async function link(page: Page): Promise<void> {
  await page.goto('/account/security')
  await card(page).getByRole('button', { name: 'Link Our forum' }).click()
  await page.getByText('Our forum is linked. You can sign in with it now.').waitFor()
}

export async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
}
