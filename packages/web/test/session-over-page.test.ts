import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { guard } from '../../server/test/sign-in/sign-in-surfaces.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { loaded, PASSWORD, signIn } from './site-in-browser.ts'

/** Ends all sessions, and waits until the access tokens have expired as well. */
async function endSessions(site: Site): Promise<void> {
  await site.app.db.deleteFrom('session').execute()
  site.wait(6 * MINUTE)
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })

async function answer(page: Page, password = PASSWORD): Promise<void> {
  await question(page).locator('[name=password]:focus').waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

pageTest('a page that opens after the session has ended asks to sign in over it', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')

  await endSessions(site)
  await page.getByRole('link', { name: 'Invited players' }).click()
  await answer(page)

  await page.getByText('Nobody yet.').waitFor()
  assert.equal(new URL(page.url()).pathname, '/account/referrals')
})

pageTest('a change that finds the session ended is made after signing in', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  await page.getByRole('link', { name: 'Security' }).first().click()
  await page.getByText('this device', { exact: true }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))

  await endSessions(site)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('an entirely other one')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await answer(page, 'wrong guess')
  await question(page).getByRole('alert').waitFor()
  await question(page).locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Password changed.').waitFor()

  // A browser with passkeys asks for a challenge whenever the form opens.
  const calls = asked.filter((path) => /^\/(auth(?!\/passkey)|cabinet)\//.test(path))
  assert.deepEqual(calls.slice(0, 5), [
    '/cabinet/password',
    '/auth/refresh',
    '/auth/login',
    '/auth/login',
    '/cabinet/password',
  ])
})

pageTest('the question takes the code of a second factor as well', async ({ site, visitor }) => {
  const totp = await guard(site, await site.player('Steve'))
  const { page } = await visitor()
  await page.goto('/login')
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(totp())
  await page.waitForURL('**/account')

  await endSessions(site)
  await page.getByRole('link', { name: 'Invited players' }).click()
  await answer(page)
  await question(page).getByLabel('Code', { exact: true }).fill(totp())

  await page.getByText('Nobody yet.').waitFor()
})

pageTest('who closes the question keeps the page, and is asked again', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  await page.goto('/account/profile', { waitUntil: 'networkidle' }) // what is still asked would ask as well
  const email = page.getByLabel('New e-mail')
  await email.fill('new@example.org')

  await endSessions(site)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  const kept = await email.inputValue()
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await question(page).getByRole('button', { name: 'Sign out' }).click()

  await page.waitForURL('**/login?to=/account/profile')
  assert.equal(kept, 'new@example.org')
})

pageTest('who closes the question is not asked for what was under way', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  const { promise: isClosed, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/passkeys', async (route) => {
    await isClosed
    await route.continue()
  })

  await endSessions(site)
  await page.getByRole('link', { name: 'Security' }).first().click()
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  letGo()

  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Try again' }).waitFor()
  assert.equal(await question(page).count(), 0)
})

pageTest('signing in again in one tab answers the question in the others', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page, context } = await visitor()
  await signIn(page, 'Steve')
  const other = await context.newPage()
  await other.goto('/account/security')
  await loaded(other)

  await endSessions(site)
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Invited players' }).click()
    await question(tab).waitFor()
  }
  await answer(page)

  for (const tab of [page, other]) await tab.getByText('Nobody yet.').waitFor()
})

pageTest('somebody else who signs in over a page does not see it', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  await site.player('Alex')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  await page.goto('/account/profile')
  await page.getByLabel('New e-mail').fill('new@example.org')

  await endSessions(site)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await question(page).getByLabel('Name or e-mail').fill('Alex')
  await question(page).locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('alex@example.org', { exact: true }).waitFor()

  assert.equal(await page.getByLabel('New e-mail').inputValue(), '')
})
