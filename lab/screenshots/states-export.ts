import type { Page } from 'playwright-core'
import type { Picture } from './states.ts'

/** Responds as the site does to a request for an export. */
async function ask(page: Page): Promise<void> {
  const expiresAt = '2030-01-02T13:00:00.000Z'
  const json = { mailedTo: 'owner@example.org', hash: null, expiresAt }
  await page.route('**/cabinet/export', (route) => route.fulfill({ json }))
  await page.locator('section[aria-labelledby=data-title] button').click()
  await page.locator('section[aria-labelledby=data-title] .good').waitFor()
}

async function download(page: Page): Promise<void> {
  const headers = { 'content-disposition': 'attachment; filename="Steve-2030-01-01.zip"' }
  await page.route('**/exports/download', (route) =>
    route.fulfill({ headers, contentType: 'application/zip', body: 'zip' }),
  )
  await page.locator('main button').click()
  await page.locator('main .saved').waitFor()
}

export const ownDataStates: readonly Picture[] = [
  { name: 'account-own-data', path: '/account/profile', as: 'owner', act: ask },
  { name: 'export-saved', path: '/export?hash=some', as: 'visitor', act: download },
]
