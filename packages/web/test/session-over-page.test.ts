import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { banPlayer } from '../../server/src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../server/src/audit/actor.ts'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { closePlayerSessions } from '../../server/src/sessions/close-sessions.ts'
import { enableTwoFactor } from '../../server/test/sign-in/sign-in-surfaces.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { loaded, PASSWORD, signIn } from './site-in-browser.ts'

/**
 * Opens a page of the account and waits for its last responses. A request that is still pending when the sessions end
 * would open the dialog too early.
 */
async function openAccount(page: Page, name: 'profile' | 'security'): Promise<void> {
  const requests = { profile: ['name', 'deletion'], security: ['passkeys', 'identities'] }
  const answers = requests[name].map((last) => page.waitForResponse(`**/${last}`))
  await page.goto(`/account/${name}`)
  await Promise.all(answers)
  await loaded(page)
}

/** Ends all sessions and waits until the access tokens have expired. */
async function endSessions(site: Site): Promise<void> {
  await site.app.db.deleteFrom('session').execute()
  site.wait(6 * MINUTE)
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })

async function answer(page: Page, password = PASSWORD): Promise<void> {
  await question(page).locator('[name=password]:focus').waitFor()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

pageTest('a page opened after the session ended shows the sign-in dialog', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')

  await endSessions(site)
  await page.getByRole('link', { name: 'Invited players' }).click()
  await answer(page)

  await page.getByText('No players yet.').waitFor()
  assert.equal(new URL(page.url()).pathname, '/account/referrals')
})

pageTest(
  'a change that was refused because the session ended is made after signing in',
  async (given) => {
    const { site, visitor } = given
    await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')
    await openAccount(page, 'security')
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

    // With passkeys, the browser requests a challenge whenever the form opens.
    const calls = asked.filter((path) => /^\/(auth(?!\/(passkey|ended))|cabinet)\//.test(path))
    assert.deepEqual(calls.slice(0, 5), [
      '/cabinet/password',
      '/auth/refresh',
      '/auth/login',
      '/auth/login',
      '/cabinet/password',
    ])
  },
)

pageTest('a player with 2FA can sign in again in the sign-in dialog', async ({ site, visitor }) => {
  const totp = await enableTwoFactor(site, await site.player('Steve'))
  const { page } = await visitor()
  await page.goto('/login')
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(totp())
  await page.waitForURL('**/account')
  await loaded(page)

  await endSessions(site)
  await page.getByRole('link', { name: 'Invited players' }).click()
  await answer(page)
  await question(page).getByLabel('Code', { exact: true }).fill(totp())

  await page.getByText('No players yet.').waitFor()
})

pageTest('closing the sign-in dialog keeps the input of the page', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  await openAccount(page, 'profile')
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

pageTest('closing the sign-in dialog cancels the pending requests', async (given) => {
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

pageTest('signing in again in one tab closes the sign-in dialog in other tabs', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page, context } = await visitor()
  await signIn(page, 'Steve')
  const other = await context.newPage()
  await openAccount(other, 'security')

  await endSessions(site)
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Invited players' }).click()
    await question(tab).waitFor()
  }
  await answer(page)

  for (const tab of [page, other]) await tab.getByText('No players yet.').waitFor()
})

pageTest(
  'a second player who signs in on an open page does not see the first player’s input',
  async (given) => {
    const { site, visitor } = given
    await site.player('Steve')
    await site.player('Alex')
    const { page } = await visitor()
    await signIn(page, 'Steve')
    await openAccount(page, 'profile')
    await page.getByLabel('New e-mail').fill('new@example.org')

    await endSessions(site)
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    await question(page).getByLabel('Name or e-mail').fill('Alex')
    await question(page).locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('alex@example.org', { exact: true }).waitFor()

    assert.equal(await page.getByLabel('New e-mail').inputValue(), '')
  },
)

pageTest(
  'a player banned while the site is open learns why with the next action',
  async (given) => {
    const { site, visitor } = given
    const { id } = await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')
    await loaded(page)

    const ban = { reason: 'Griefing at spawn', expiresAt: null }
    await banPlayer(site.app, COMMAND_LINE, id, ban)
    site.wait(6 * MINUTE)
    await page.getByRole('link', { name: 'Invited players' }).click()
    await question(page).getByText('Your account was banned.').waitFor()
    await question(page).getByText('Reason: Griefing at spawn').waitFor()
    await question(page).getByRole('button', { name: 'Sign out' }).click()

    await page.waitForURL('**/login?to=/account/referrals')
    await page.getByText('Reason: Griefing at spawn').waitFor()
  },
)

pageTest('a player signed out by an administrator sees that even minutes later', async (given) => {
  const { site, visitor } = given
  const { id } = await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  await loaded(page)

  await closePlayerSessions(site.app, COMMAND_LINE, { id })
  site.wait(6 * MINUTE)
  await page.getByRole('link', { name: 'Invited players' }).click()
  await question(page).getByText('An administrator signed you out.').waitFor()
  await answer(page)

  await page.getByText('No players yet.').waitFor()
})
