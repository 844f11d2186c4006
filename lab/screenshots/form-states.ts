import type { Page } from 'playwright-core'

type FormState = {
  name: string
  path: string
  as: 'visitor' | 'owner'
  act: (page: Page) => Promise<unknown>
}

const submit = (page: Page) => page.locator('main [type=submit]').first().click()

/** The messages of forms: missing, saved, kept and unsaved values, and an ended session. */
export const formStates: readonly FormState[] = [
  { name: 'login-empty', path: '/login', as: 'visitor', act: submit },
  { name: 'form-saved', path: '/panel/launcher', as: 'owner', act: submit },
  { name: 'form-leave', path: '/account/profile', as: 'owner', act: tryToLeave },
  { name: 'form-draft', path: '/panel/roles/new', as: 'owner', act: comeBack },
  { name: 'form-broken', path: '/panel/roles/new', as: 'owner', act: submit },
  { name: 'form-signed-out', path: '/panel/launcher', as: 'owner', act: loseSession },
]

async function tryToLeave(page: Page): Promise<void> {
  await page.locator('main input').first().fill('new@example.org')
  await page.locator('a.home').click()
  await page.getByRole('dialog').waitFor()
}

async function comeBack(page: Page): Promise<void> {
  await page.locator('main input').nth(1).fill('Moderators')
  await page.reload()
  await page.locator('main .notice').waitFor()
}

async function loseSession(page: Page): Promise<void> {
  const body = { error: 'auth.unauthorized', message: 'Please sign in.' }
  for (const path of ['**/auth/refresh', '**/admin/settings']) {
    await page.route(path, (route) => route.fulfill({ status: 401, json: body }))
  }
  await submit(page)
  await page.getByRole('dialog').waitFor()
}
