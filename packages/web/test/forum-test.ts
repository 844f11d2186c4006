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
import type { Story } from './site-in-browser.ts'

export type ForumStory = Story & {
  /** Says for whom the forum takes whoever comes next; undefined turns the site down. */
  become(name: string | undefined): void
  /** A browser that can go there. */
  opened(options?: BrowserContextOptions): Promise<Page>
  /** The site's owner, by the API. */
  notch: Awaited<ReturnType<typeof owner>>
}

/** Defines a test in a browser on a site that signs in with a forum, which is a real OpenID Connect issuer. */
export function forumTest(name: string, story: (given: ForumStory) => Promise<void>): void {
  const outside = newOutside()
  const run = async (given: Story): Promise<void> => {
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
    await story({ ...given, become, opened, notch })
  }
  pageTest(name, run, { reach: outside.reach })
}

/** Carries a browser that goes to the forum to where the forum sends it back. */
async function carry(route: Route, forum: Issuer, who: string | undefined): Promise<void> {
  const back = await forum.visit(route.request().url(), who)
  await route.fulfill({ status: 302, headers: { location: back.href } })
}

/** What an account has linked, in the account itself and in the panel. */
export const card = (page: Page) => page.getByRole('region', { name: 'Linked accounts' })

/** Links the account of the forum to that of whoever is signed in. */
export async function link(page: Page): Promise<void> {
  await page.goto('/account/security')
  await card(page).getByRole('button', { name: 'Link Our forum' }).click()
  await page.getByText('Our forum is linked. You can sign in with it now.').waitFor()
}

export async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
}
