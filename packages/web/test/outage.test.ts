import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { MINUTE, SECOND } from '../../server/src/platform/clock.ts'
import { makeLossy } from '../../server/test/sessions/lossy-connection.ts'
import { auditEntries } from '../../server/test/support/administrator.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

/** Collects the status of each refresh of a page; 0 means no response. */
function refreshesOf(page: Page): number[] {
  const statuses: number[] = []
  const isRefresh = (url: string) => url.endsWith('/auth/refresh')
  page.on('response', (response) => {
    if (isRefresh(response.url())) statuses.push(response.status())
  })
  page.on('requestfailed', (request) => {
    if (isRefresh(request.url())) statuses.push(0)
  })
  return statuses
}

/** Lets time pass, then waits for a running refresh, which holds the lock of all tabs. */
async function pass(page: Page, duration: number): Promise<void> {
  await page.clock.runFor(duration)
  await page.evaluate(() => navigator.locks.request('portal-refresh', () => undefined))
}

pageTest(
  'a page whose session refresh was lost in an outage recovers without a click',
  async (given) => {
    const { site, visitor, excuse } = given
    excuse(/status of 503/)
    await site.player('Steve')
    const { page } = await visitor()
    await signInWithoutForm(page, 'Steve')
    const refreshes = refreshesOf(page)
    await page.clock.pauseAt(site.now() + 6 * MINUTE)
    site.wait(6 * MINUTE)
    const wire = makeLossy(site.app)
    wire.loseRefresh('breaks')

    await page.getByRole('link', { name: 'Invited players' }).click()
    await page.getByText('You can try again in 5 seconds.').waitFor()
    await pass(page, 0)
    wire.restore()
    await pass(page, 4900)
    const tooEarly = [...refreshes]
    await pass(page, 2700)
    await waitUntil(() => refreshes.length === 2)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No players yet.').waitFor()

    assert.deepEqual(tooEarly, [503])
    assert.deepEqual(refreshes, [503, 200])
    assert.deepEqual(await auditEntries(site, 'session.reused'), [])
  },
)

pageTest(
  'a page without a network retries the session refresh with growing delays',
  async (given) => {
    const { site, visitor, excuse } = given
    excuse(/ERR_FAILED|Failed to fetch/)
    await site.player('Steve')
    const { page } = await visitor()
    await signInWithoutForm(page, 'Steve')
    const refreshes = refreshesOf(page)
    await page.clock.pauseAt(site.now() + 6 * MINUTE)
    site.wait(6 * MINUTE)
    await page.route('**/auth/refresh', (route) => route.abort())

    await page.getByRole('link', { name: 'Invited players' }).click()
    await page.getByText('The site does not respond.').waitFor()
    await pass(page, 0)
    await pass(page, 1.5 * SECOND)
    await waitUntil(() => refreshes.length === 2)
    await pass(page, 1.9 * SECOND)
    const meanwhile = refreshes.length
    await pass(page, 1.2 * SECOND)
    await waitUntil(() => refreshes.length === 3)
    await page.unroute('**/auth/refresh')
    await pass(page, 6.1 * SECOND)
    await waitUntil(() => refreshes.length === 4)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No players yet.').waitFor()

    assert.equal(meanwhile, 2)
    assert.deepEqual(refreshes, [0, 0, 0, 200])
  },
)

pageTest('a dialog whose script does not load asks to reload the page', async (given) => {
  const { site, owner, excuse } = given
  excuse(/ERR_FAILED|Failed to fetch/)
  const { id } = await site.player('Steve')
  const { page } = await owner()
  await page.goto(`/panel/players/${id}`)
  const ban = page.getByRole('button', { name: 'Ban', exact: true })
  const message = page.getByText('Reload the page.')
  await page.route('**/DialogBox-*.js', (route) => route.abort())

  await ban.click()
  await message.waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await message.waitFor({ state: 'detached' })
  await ban.click()
  await message.waitFor()
  await page.unroute('**/DialogBox-*.js')
  await page.reload()
  await ban.click()

  await page.getByRole('dialog').waitFor()
})
