import assert from 'node:assert/strict'
import { HOUR, MINUTE } from '../../server/src/platform/clock.ts'
import { pageTest } from './page-test.ts'
import { loaded, PASSWORD, signIn, signInWithoutForm } from './site-in-browser.ts'

pageTest('signing in or out applies to all tabs', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page, context } = await visitor()
  await signIn(page, 'Steve')
  const other = await context.newPage()
  await other.goto('/account/security')
  await loaded(other)

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login')
  await other.waitForURL('**/login?to=/account/security')
  await signIn(page, 'Steve')

  await other.waitForURL('/account/security')
})

pageTest(
  'a page that could not load without a network opens once the network returns',
  async (given) => {
    const { site, visitor, excuse } = given
    excuse(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|dynamically imported|Unreachable/)
    await site.player('Steve')
    const { page, context } = await visitor()
    await signIn(page, 'Steve')

    await context.setOffline(true)
    await page.getByRole('link', { name: 'Security' }).first().click()
    await page.getByText('The site does not respond.').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()

    await page.route('**/auth/refresh', (route) => route.abort())
    await page.reload()
    await page.getByText('The site does not respond.').waitFor()
    await page.unroute('**/auth/refresh')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  },
)

pageTest(
  'after a response with Retry-After, the page waits before the next request',
  async (given) => {
    const { site, visitor, excuse } = given
    excuse(/status of 503/)
    await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')

    const body = { error: 'unavailable', message: 'The site is busy.', retryAfter: 5 }
    await page.route('**/cabinet/referrals', (route) => route.fulfill({ status: 503, json: body }))
    await page.clock.pauseAt(site.now() + HOUR) // otherwise a slow machine sees another number of seconds
    await page.getByRole('link', { name: 'Invited players' }).click()
    await page.getByText('The site is busy. You can try again in 5 seconds.').waitFor()
    const retry = page.getByRole('button', { name: 'Try again' })
    assert.equal(await retry.isDisabled(), true)
    await page.unroute('**/cabinet/referrals')
    await page.clock.runFor(5000)
    await retry.click()

    await page.getByText('No players yet.').waitFor()
  },
)

pageTest(
  'an outage during a session refresh signs no player out',
  async ({ site, visitor, excuse }) => {
    excuse(/status of 503/)
    await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')

    for (const status of [503, 429]) {
      const json = { error: 'unavailable', message: 'The site is busy.' }
      await page.route('**/auth/refresh', (route) => route.fulfill({ status, json }))
      await page.reload()
      await page.getByText('The site is busy.').waitFor()
      await page.unroute('**/auth/refresh')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { level: 1, name: 'Steve' }).waitFor()
    }
  },
)

pageTest('tabs without the Web Locks API stay signed in', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page, context } = await visitor()
  await context.addInitScript('delete Navigator.prototype.locks')
  await signIn(page, 'Steve')
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))

  await Promise.all(tabs.map((tab) => tab.goto('/account/security')))
  for (const tab of tabs) await tab.getByText('this device', { exact: true }).waitFor()
  site.wait(6 * MINUTE)
  await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Invited players' }).click()))

  for (const tab of tabs) await tab.getByText('No players yet.').waitFor()
})

pageTest(
  'a browser that does not store the new cookie must sign in again after five refreshes',
  async (given) => {
    const { site, visitor } = given
    await site.player('Steve')
    const { page, context } = await visitor()
    await context.addInitScript('delete Navigator.prototype.locks')
    await signIn(page, 'Steve')
    let refreshes = 0
    await page.route('**/auth/refresh', (route) => {
      refreshes += 1
      const json = { error: 'auth.tokenreplaced', message: 'The token was replaced.' }
      return route.fulfill({ status: 401, json })
    })

    await page.goto('/account')
    await page.waitForURL('**/login?to=/account')

    assert.equal(refreshes, 5)
  },
)

pageTest(
  'a player who must change the password cannot open other pages before that',
  async (given) => {
    const { site, visitor } = given
    const steve = await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')
    await loaded(page)

    await site.app.db
      .updateTable('player')
      .set({ password_change_required_at: site.now() })
      .where('id', '=', steve.id)
      .execute()
    await page.getByRole('link', { name: 'Invited players' }).click() // the site refuses the list
    await page.waitForURL('/account/security')
    await page.getByText('An administrator requires you to change your password.').waitFor()
    await page.goto('/account/skin')
    await page.waitForURL('/account/security')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('an entirely other one')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Password changed.').waitFor()
    await page.getByRole('link', { name: 'Invited players' }).click()

    await page.getByText('No players yet.').waitFor()
  },
)

pageTest('the list of devices begins with the current device', async (given) => {
  const { site, visitor } = given
  await site.player('Steve')
  const { page } = await visitor()
  await signInWithoutForm(page, 'Steve')
  site.wait(MINUTE) // less than the lifetime of the access token: a refresh is a use
  for (let other = 0; other < 6; other += 1) {
    await site.browser().post('/auth/login', { username_or_email: 'Steve', password: PASSWORD })
  }

  await page.getByRole('link', { name: 'Security' }).first().click()
  const devices = page.getByRole('region', { name: 'Devices' })
  await devices.getByRole('listitem').first().waitFor()
  const first = await devices.getByRole('listitem').first().innerText()
  const shown = await devices.getByRole('listitem').count()
  await devices.getByRole('button', { name: 'Show more' }).click()

  assert.match(first, /this device/)
  assert.equal(shown, 5)
  assert.equal(await devices.getByRole('listitem').count(), 8) // including the session that `site.player` opened
})
