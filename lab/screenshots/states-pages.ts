import type { Page } from 'playwright-core'
import type { ShownPage } from '../../packages/web/test/shown-pages.ts'

/** A page, and the actions that bring it into a state. */
export type State = ShownPage & { act?: (page: Page) => Promise<unknown> }

async function openFirst(page: Page): Promise<void> {
  await page.locator('.list a').first().click()
  await page.locator('.preview article').waitFor()
}

export const pageStates: readonly State[] = [
  { name: 'panel-page-new', path: '/panel/pages/new', as: 'owner' },
  {
    name: 'panel-page-template',
    path: '/panel/pages/new',
    as: 'owner',
    async act(page) {
      const draft = page.locator('.notice button') // of the previous language
      if (await draft.isVisible()) await draft.click()
      await page.locator('[aria-labelledby=templates-title] button').first().click()
      await page.locator('.preview article').waitFor()
    },
  },
  {
    name: 'panel-page-version',
    path: '/panel/pages',
    as: 'owner',
    async act(page) {
      await openFirst(page)
      await page.locator('[aria-labelledby=versions-title] button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'panel-page-conflict',
    path: '/panel/pages',
    as: 'owner',
    async act(page) {
      await openFirst(page)
      await page.route(/\/admin\/pages\/[^/]+$/, async (route) => {
        if (route.request().method() === 'PATCH') {
          return route.fulfill({ status: 409, json: { error: 'page.changed', message: '' } })
        }
        const json = await (await route.fetch()).json()
        return route.fulfill({ json: { ...json, version: json.version + 1, authorName: 'Alex' } })
      })
      await page.locator('form [type=submit]').click()
      await page.locator('.conflict').waitFor()
    },
  },
  {
    name: 'panel-mail-form',
    path: '/panel/mail',
    as: 'owner',
    async act(page) {
      await page.locator('main .card .main').first().click()
      await page.locator('main form select').first().waitFor()
    },
  },
  {
    name: 'panel-backup-made',
    path: '/panel/backups',
    as: 'owner',
    async act(page) {
      const made = page.locator('[aria-labelledby=backups-title] li').first()
      if (!(await made.isVisible())) {
        await page.locator('[aria-labelledby=backups-title] button.main').first().click()
        await made.waitFor()
      }
    },
  },
  { name: 'page-missing', path: '/pages/none', as: 'visitor' },
  { name: 'public-profile-missing', path: '/u/Griefer', as: 'visitor' },
]
